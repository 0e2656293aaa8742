// What packages bring that our page must not have: injected styles, which the content security policy refuses, and code
// that nothing calls.
import type { Plugin } from "vite";

/**
 * sonner injects its style sheet as a <style> element at import, which a strict `style-src 'self'` refuses. We import its
 * CSS file instead and cut the call out; if a new release names it otherwise, the build fails.
 */
export function withoutInjectedStyles(): Plugin {
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
 * Empties modules that no page ever calls and that their packages import from the inside, where no tree shaker sees it: zod's
 * JSON Schema, compiled parsers (jitless, see boot/before-paint.js) and English messages, date-fns' reading of dates in words and
 * its "two minutes ago", auth-js's Ethereum. Not auth-js's administration: signing out goes through it.
 */
export function withoutUnusedParts(): Plugin {
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
