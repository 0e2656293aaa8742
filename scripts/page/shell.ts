import { fileURLToPath } from "node:url";
import { type Plugin, runnerImport } from "vite";

/** Renders web/boot/app-shell.tsx into index.html, shown before any script has run. */
export function shell(): Plugin {
  const place = '<div id="shell"></div>';
  return {
    name: "portal-shell",
    transformIndexHtml: {
      order: "pre",
      async handler(html) {
        const path = fileURLToPath(new URL("../../web/boot/app-shell.tsx", import.meta.url));
        const { module } = await runnerImport<{ shellMarkup: () => string }>(path);
        if (!html.includes(place)) throw new Error(`index.html has no ${place}`);
        return html.replace(place, () => `<div id="shell">${module.shellMarkup()}</div>`);
      },
    },
  };
}
