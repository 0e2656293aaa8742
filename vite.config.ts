// Builds the page. Dev mode forwards the four wire prefixes to a running server (PORTAL_API).
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import babel from "@rolldown/plugin-babel";
import tailwindcss from "@tailwindcss/vite";
import react, { reactCompilerPreset } from "@vitejs/plugin-react";
import { defineConfig, type HtmlTagDescriptor, type Plugin, type Rolldown } from "vite";

const api = process.env.PORTAL_API ?? "http://127.0.0.1:8080";
const forwarded = { target: api, changeOrigin: false };

/** Packages that every screen needs and that change only when we upgrade: one chunk, cached across our own releases. */
const FOUNDATION =
  /node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/](react-router|router-core|history|react-store|store))[\\/]/;

export default defineConfig({
  root: "web",
  plugins: [
    { ...optimizeLocales.vite({ locales: ["sv-SE", "en-US"] }), enforce: "pre" },
    withoutInjectedStyles(),
    withoutUnusedParts(),
    react(),
    babel({ presets: [reactCompilerPreset()] }),
    tailwindcss(),
    headAssets(),
    compressed(),
  ],
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    target: "es2022",
    // A data: URI would need `font-src data:` and `img-src data:` in the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "foundation", test: FOUNDATION },
            // A file each otherwise, of two hundred bytes.
            { name: "icons", test: /node_modules[\\/]lucide-react[\\/]/, minShareCount: 3 },
          ],
        },
      },
    },
  },
  server: {
    host: "127.0.0.1",
    proxy: {
      "/auth/v1": forwarded,
      "/rest/v1": forwarded,
      "/functions/v1": forwarded,
      "/realtime/v1": { ...forwarded, ws: true },
    },
  },
});

/**
 * Puts three things in <head> under their hashed names: the blocking theme script (before the first paint, and a file of its
 * own because the content security policy allows no inline script), the preload of the one font every page needs, and those
 * of the chunks that main.tsx asks for once it knows the language.
 */
function headAssets(): Plugin {
  return {
    name: "portal-head-assets",
    buildStart() {
      if (this.environment.mode === "dev") return;
      const source = readFileSync(new URL("./web/boot/theme.js", import.meta.url), "utf8");
      this.emitFile({ type: "asset", name: "theme.js", source });
    },
    transformIndexHtml: {
      order: "post",
      handler(_html, context): HtmlTagDescriptor[] {
        const emitted = Object.values(context.bundle ?? {});
        const script = emitted.find((file) => file.type === "asset" && file.names.includes("theme.js"));
        const font = emitted.find((file) => /geist-latin-wght-normal.*\.woff2$/.test(file.fileName));
        const src = script ? `/${script.fileName}` : "/boot/theme.js";
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
        for (const href of startChunks(emitted)) {
          tags.push({ tag: "link", attrs: { rel: "modulepreload", crossorigin: true, href }, injectTo: "head" });
        }
        return tags;
      },
    },
  };
}

/** web/start.tsx and what it imports: without a preload they would wait until main.tsx has run. */
function startChunks(emitted: readonly Rolldown.OutputBundle[string][]): string[] {
  const chunks = new Map(emitted.flatMap((file) => (file.type === "chunk" ? [[file.fileName, file] as const] : [])));
  const found = new Set<string>();
  const visit = (name: string | undefined) => {
    const chunk = name === undefined ? undefined : chunks.get(name);
    if (!chunk || chunk.isEntry || found.has(chunk.fileName)) return;
    found.add(chunk.fileName);
    chunk.imports.forEach(visit);
  };
  visit([...chunks.values()].find((chunk) => chunk.facadeModuleId?.endsWith("/web/start.tsx"))?.fileName);
  return [...found].map((name) => `/${name}`);
}

/**
 * sonner injects its style sheet as a <style> element at import, which a strict `style-src 'self'` refuses. We import its
 * CSS file instead and cut the call out; if a new release names it otherwise, the build fails.
 */
function withoutInjectedStyles(): Plugin {
  const call = /^__insertCSS\(".*"\);?$/m;
  return {
    name: "portal-without-injected-styles",
    enforce: "pre",
    transform: {
      filter: { id: /sonner[\\/]dist[\\/]index\.mjs/ },
      handler(code) {
        if (!call.test(code))
          this.error("sonner no longer injects its styles by __insertCSS: look at this plugin again");
        return { code: code.replace(call, ""), map: null };
      },
    },
  };
}

/**
 * Empties modules that no page ever calls and that their packages import from the inside, where no shaker can tell: zod's
 * JSON Schema, compiled parsers (jitless, see boot/theme.js) and English messages, date-fns' reading of dates in words and
 * its "two minutes ago", auth-js's Ethereum. Not auth-js's administration: signing out goes through it.
 */
function withoutUnusedParts(): Plugin {
  const unused = [
    /[\\/]zod[\\/]v4[\\/]core[\\/](json-schema-processors|to-json-schema|doc)\.js$/,
    /[\\/]zod[\\/]v4[\\/]locales[\\/]en\.js$/,
    /[\\/]auth-js[\\/]dist[\\/]module[\\/]lib[\\/]web3[\\/]ethereum\.js$/,
    /[\\/]date-fns[\\/]locale[\\/](sv|en-US|en-GB)[\\/]_lib[\\/](match|formatDistance|formatRelative)\.js$/,
  ];
  return {
    name: "portal-without-unused-parts",
    enforce: "pre",
    apply: "build",
    transform: {
      filter: { id: unused },
      handler(code) {
        const declared = /^export (?:async )?(?:const|function|class) (\w+)|^export \{ \w+ as (\w+) \}/gm;
        const names = [...code.matchAll(declared)].map(([, name, alias]) => name ?? alias);
        const whole = /^export default /m.test(code) ? "export default absent;" : "";
        if (names.length === 0 && whole === "")
          this.error("exports nothing by name any more: look at this plugin again");
        // Called while a schema or a client is made; what it returns is never used.
        const absent = "function absent() { return absent; }";
        return {
          code: [absent, ...names.map((name) => `export const ${name} = absent;`), whole].join("\n"),
          map: null,
        };
      },
    },
  };
}

/** Puts a .br and a .gz beside every text file, so that the server compresses nothing while somebody waits. */
function compressed(): Plugin {
  const text = /\.(js|css|html|svg)$/;
  /** Below this a packet is a packet. */
  const leastBytes = 1_000;
  return {
    name: "portal-compressed",
    apply: "build",
    async writeBundle({ dir }, bundle) {
      const files = Object.values(bundle).filter(({ fileName }) => text.test(fileName) && !fileName.endsWith(".html"));
      await Promise.all(
        files.map(async (file) => {
          const content = Buffer.from(file.type === "chunk" ? file.code : file.source);
          if (content.length < leastBytes) return;
          const path = join(dir ?? "", file.fileName);
          await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
          const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
          await writeFile(`${path}.br`, await promisify(brotliCompress)(content, options));
        }),
      );
    },
  };
}
