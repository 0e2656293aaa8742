// Builds the page. Dev mode forwards the four wire prefixes to a running server (PORTAL_API).
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import babel from "@rolldown/plugin-babel";
import tailwindcss from "@tailwindcss/vite";
import react, { reactCompilerPreset } from "@vitejs/plugin-react";
import { defineConfig, type UserConfig } from "vite";
import { ABOUT_FILES } from "./contract/about-files.ts";
import { HANDBOOK_CHAPTERS } from "./contract/handbook.ts";
import { HANDBOOK } from "./contract/handbook-address.ts";
import { AT_START, sharedChunks, TARGET } from "./scripts/page/chunks.ts";
import { compressed } from "./scripts/page/compressed.ts";
import { handbook } from "./scripts/page/handbook.ts";
import { headAssets } from "./scripts/page/head-assets.ts";
import { isFileOf, lateFiles } from "./scripts/page/late-files.ts";
import { shell } from "./scripts/page/shell.ts";
import { withoutInjectedStyles, withoutUnusedParts } from "./scripts/page/slimming.ts";
import { thirdParty } from "./scripts/page/third-party.ts";
import { withoutUnusedMethods } from "./scripts/page/unused-methods.ts";

const api = process.env.PORTAL_API ?? "http://127.0.0.1:8080";
const forwarded = { target: api, changeOrigin: false };

/** Plugins that decide which modules the page has; the quick build before the real one needs them too. */
const shaking = () => [
  { ...optimizeLocales.vite({ locales: ["sv-SE", "en-US"] }), enforce: "pre" as const },
  withoutInjectedStyles(),
  withoutUnusedParts(),
  withoutUnusedMethods(),
];

const late = lateFiles();

export default defineConfig(
  async ({ command }): Promise<UserConfig> => ({
    root: "web",
    plugins: [
      ...shaking(),
      react({ jsxImportSource: "#web/lib/jsx" }),
      babel({ presets: [reactCompilerPreset()] }),
      tailwindcss(),
      headAssets(),
      shell(),
      thirdParty(ABOUT_FILES),
      handbook(HANDBOOK, HANDBOOK_CHAPTERS),
      compressed(),
    ],
    build: {
      outDir: "../dist/web",
      emptyOutDir: true,
      target: TARGET,
      // A data: URI would need `font-src data:` and `img-src data:` in the content security policy.
      assetsInlineLimit: 0,
      modulePreload: {
        // An older browser does not preload modules, but fetches them when it needs them.
        polyfill: false,
        // Names of what stands already when a page asks for a dialog; each is a hash, which no compression shortens. A lazy chunk
        // comes alone: were what it imports asked for beside it and lost with it, no retry URL would bring that.
        resolveDependencies: (file, chunks) =>
          late.some((one) => isFileOf(file, one)) ? [] : chunks.filter((chunk) => !AT_START.test(chunk)),
      },
      rolldownOptions: {
        output: {
          codeSplitting: { groups: command === "build" ? await sharedChunks({ root: "web", plugins: shaking() }) : [] },
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
  }),
);
