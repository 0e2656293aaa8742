// Runs before the first paint: sets theme and language on <html>, and the app shell to show. A plain script without imports.
(() => {
  // Zod reads this setting. Otherwise it tries `new Function`, which the content security policy refuses and reports.
  globalThis.__zod_globalConfig = { jitless: true };
  // react-aria clears its live region by innerHTML, so the policy allows the empty string. The only script that it allows is the
  // worker that answers without contact.
  globalThis.trustedTypes?.createPolicy("default", {
    createHTML: (text) => (text === "" ? "" : null),
    createScriptURL: (url) => (url === "/service-worker.js" ? url : null),
  });
  const root = document.documentElement;
  let theme = null;
  let language = null;
  let signedIn = false;
  let place = null;
  try {
    theme = localStorage.getItem("portal.theme");
    language = localStorage.getItem("portal.language");
    signedIn = localStorage.getItem("portal.session") !== null;
    place = JSON.parse(localStorage.getItem("portal.place") ?? "null");
  } catch {
    // Some private modes refuse storage: system theme and Swedish are used.
  }
  const dark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.dataset.theme = dark ? "dark" : "light";
  if (language === "en") root.lang = "en";
  // The area and page of this address. A link with a token may lead to several steps, so it gets no shell.
  const [, area, page] = /^\/(system-admin|org-admin)(?:\/|$)(.*)/.exec(location.pathname) ?? [];
  const login = area !== undefined || (/^\/(auth)?$/.test(location.pathname) && location.search === "");
  if (!signedIn && login) root.dataset.shell = "auth";
  if (signedIn && area) root.dataset.shell = page === "" ? area : "page";
  // Preloads the program and the page's chunks (filled in by the build); the router would request them a round trip later. The picture
  // of the page is painted first: their answers would delay it. A background tab paints nothing.
  const { files, pages } = globalThis.__portal_chunks ?? { files: [], pages: {} };
  const wanted =
    signedIn && area ? [`${area}/layout`, `${area}/${page.split("/")[0] || "overview"}`] : login ? ["auth"] : [];
  const preload = () => {
    for (const place of new Set(["start", ...wanted].flatMap((name) => pages[name] ?? []))) {
      const href = files[place];
      const link = Object.assign(document.createElement("link"), { rel: "modulepreload", fetchPriority: "low", href });
      link.crossOrigin = "";
      document.head.append(link);
    }
  };
  if (document.visibilityState === "visible") requestAnimationFrame(() => setTimeout(preload));
  else preload();
  if (typeof place?.name === "string")
    root.style.setProperty(
      "--place",
      `"${place.name.replace(/[^\p{L}\p{N} .,-]/gu, (c) => `\\${c.codePointAt(0).toString(16)} `)}"`,
    );
})();
