// Runs before the first paint: chosen theme and language on <html>, so that nothing flashes. Plain script, no imports.
(() => {
  // zod reads its settings from here. Without this it tries `new Function` once, which our policy refuses and reports.
  globalThis.__zod_globalConfig = { jitless: true };
  // react-aria empties its live region by innerHTML, which our policy refuses. Empty is all that text may ever become here.
  globalThis.trustedTypes?.createPolicy("default", { createHTML: (text) => (text === "" ? "" : null) });
  const root = document.documentElement;
  let theme = null;
  let language = null;
  try {
    theme = localStorage.getItem("portal.theme");
    language = localStorage.getItem("portal.language");
  } catch {
    // Storage is refused in some private modes: follow the system, speak Swedish.
  }
  const dark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.dataset.theme = dark ? "dark" : "light";
  if (language === "en") root.lang = "en";
})();
