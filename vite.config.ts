// Builds the page. Dev mode forwards the four wire prefixes to a running server (PORTAL_API).
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import babel from "@rolldown/plugin-babel";
import tailwindcss from "@tailwindcss/vite";
import react, { reactCompilerPreset } from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compressed } from "./scripts/page/compressed.ts";
import { headAssets } from "./scripts/page/head-assets.ts";
import { shell } from "./scripts/page/shell.ts";
import { withoutInjectedStyles, withoutUnusedParts } from "./scripts/page/slimming.ts";

const api = process.env.PORTAL_API ?? "http://127.0.0.1:8080";
const forwarded = { target: api, changeOrigin: false };

/** Packages that every screen needs and that change only when we upgrade: one chunk, cached across our own releases. */
const FOUNDATION =
  /node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/](react-router|router-core|history|react-store|store))[\\/]/;

/** Chunks of start.tsx and of every area. */
const AT_START =
  /assets\/(index|start|foundation|schemas|icons|backend|words|errors|roles|cx|Dialog|modal|Modal|Text|Heading|queryOptions|QueryClientProvider|mutation|useMutation|dates|match|icon-button|keys|guard|menu|media|Link|spinner|confirm-dialog)-[\w-]+\.js$/;

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
    shell(),
    compressed(),
  ],
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    target: "es2022",
    // A data: URI would need `font-src data:` and `img-src data:` in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: {
      // What an older browser does not preload it fetches when it gets there.
      polyfill: false,
      // Names of what stands already when a page asks for a dialog; each is a hash, which no compression shortens.
      resolveDependencies: (_file, chunks) => chunks.filter((chunk) => !AT_START.test(chunk)),
    },
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
