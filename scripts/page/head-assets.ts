import { readFileSync } from "node:fs";
import type { HtmlTagDescriptor, Plugin, Rolldown } from "vite";

/**
 * Adds hashed names to <head>: the blocking script and, after shell, style and font, low-priority preloads. The CSP forbids inline scripts,
 * and the blocking one knows the address, so it gets every page's chunks.
 */
export function headAssets(): Plugin {
  return {
    name: "portal-head-assets",
    generateBundle(_options, bundle) {
      const source = readFileSync(new URL("../../web/boot/before-paint.js", import.meta.url), "utf8");
      const chunks = `globalThis.__portal_chunks = ${JSON.stringify(pageChunks(Object.values(bundle)))};\n`;
      this.emitFile({ type: "asset", name: "before-paint.js", source: chunks + source });
    },
    transformIndexHtml: {
      order: "post",
      handler(_html, context): HtmlTagDescriptor[] {
        const emitted = Object.values(context.bundle ?? {});
        const script = emitted.find((file) => file.type === "asset" && file.names.includes("before-paint.js"));
        const font = emitted.find((file) => /geist-latin-wght-normal.*\.woff2$/.test(file.fileName));
        const src = script ? `/${script.fileName}` : "/boot/before-paint.js";
        const tags: HtmlTagDescriptor[] = [{ tag: "script", attrs: { src }, injectTo: "head-prepend" }];
        if (font) {
          const attrs = {
            rel: "preload",
            href: `/${font.fileName}`,
            as: "font",
            type: "font/woff2",
            crossorigin: true,
          };
          tags.push({ tag: "link", attrs, injectTo: "head-prepend" });
        }
        return tags;
      },
    },
  };
}

type Emitted = readonly Rolldown.OutputBundle[string][];

function fetchedWith(emitted: Emitted, module: string): Set<string> {
  const chunks = new Map(emitted.flatMap((file) => (file.type === "chunk" ? [[file.fileName, file] as const] : [])));
  const found = new Set<string>();
  const visit = (name: string | undefined) => {
    const chunk = name === undefined ? undefined : chunks.get(name);
    if (!chunk || chunk.isEntry || found.has(`/${chunk.fileName}`)) return;
    found.add(`/${chunk.fileName}`);
    chunk.imports.forEach(visit);
  };
  visit([...chunks.values()].find((chunk) => chunk.facadeModuleId?.endsWith(`/web/${module}`))?.fileName);
  return found;
}

interface PageChunks {
  files: string[];
  /** Places in `files`: the script blocks the first paint, and whole names would make it four times as long. "start": every page's. */
  pages: Record<string, number[]>;
}

/** Returns the files that each file of web/routes needs beyond start.tsx: `{ files: ["/assets/…"], pages: { start: [0], "system-admin/layout": [1] } }`. */
function pageChunks(emitted: Emitted): PageChunks {
  const atStart = fetchedWith(emitted, "start.tsx");
  const pages = emitted.flatMap((file) => {
    const [, page] = /\/web\/routes\/(.+)\.tsx$/.exec((file.type === "chunk" && file.facadeModuleId) || "") ?? [];
    return page === undefined ? [] : [page];
  });
  const places = new Map<string, number>();
  const placeOf = (name: string): number => {
    const place = places.get(name) ?? places.size;
    places.set(name, place);
    return place;
  };
  const needed = (page: string) => [...fetchedWith(emitted, `routes/${page}.tsx`)].filter((name) => !atStart.has(name));
  const start = [...atStart].map(placeOf);
  const byPage = Object.fromEntries(pages.map((page) => [page, needed(page).map(placeOf)]));
  return { files: [...places.keys()], pages: { start, ...byPage } };
}
