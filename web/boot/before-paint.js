// Runs before the first paint: chosen theme and language on <html>, so that nothing flashes, and which of the shell's
// pictures to show until the page stands (app-shell.tsx). Plain script, no imports.
(() => {
  // zod reads its settings from here. Without this it tries `new Function` once, which our policy refuses and reports.
  globalThis.__zod_globalConfig = { jitless: true };
  // react-aria empties its live region by innerHTML, which our policy refuses. Empty is all that text may ever become here.
  globalThis.trustedTypes?.createPolicy("default", { createHTML: (text) => (text === "" ? "" : null) });
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
    // Storage is refused in some private modes: follow the system, speak Swedish.
  }
  const dark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.dataset.theme = dark ? "dark" : "light";
  if (language === "en") root.lang = "en";
  // Where this address will lead; a link with a token in it leads to one of many steps, and shows nothing meanwhile.
  const [, area, page] = /^\/(system-admin|org-admin)(?:\/|$)(.*)/.exec(location.pathname) ?? [];
  const login = area !== undefined || (/^\/(auth)?$/.test(location.pathname) && location.search === "");
  if (!signedIn && login) root.dataset.shell = "auth";
  if (signedIn && area) root.dataset.shell = page === "" ? area : "page";
  // Chunks of the page that this address leads to (the build fills them in): the router would ask for them a round trip later.
  const chunks = globalThis.__portal_chunks ?? {};
  const wanted =
    signedIn && area ? [`${area}/layout`, `${area}/${page.split("/")[0] || "overview"}`] : login ? ["auth"] : [];
  for (const href of new Set(wanted.flatMap((name) => chunks[name] ?? []))) {
    const link = Object.assign(document.createElement("link"), { rel: "modulepreload", fetchPriority: "low", href });
    link.crossOrigin = "";
    document.head.append(link);
  }
  if (typeof place?.name === "string")
    root.style.setProperty(
      "--place",
      `"${place.name.replace(/[^\p{L}\p{N} .,-]/gu, (c) => `\\${c.codePointAt(0).toString(16)} `)}"`,
    );
})();
