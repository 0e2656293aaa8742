// Removes injected styles, which the CSP refuses, and unused code from packages.
import type { Plugin } from "vite";

/** Removes the <style> that sonner injects at import and the CSP refuses. The build fails if a release renames the call. */
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
 * Empties modules that packages import internally, where a tree shaker cannot see that they are unused. These are zod's JSON Schema,
 * compiled parsers (jitless, see boot/before-paint.js), English messages and handling of cyclic values, which JSON cannot hold; auth-js's
 * Ethereum (GoTrueAdminApi stays: signOut calls it); and lists without an end (the portal's pages have numbers).
 */
export function withoutUnusedParts(): Plugin {
  /** Zod asks whether it has a memoizer, and takes an empty result for no. */
  const memoizer = /[\\/]zod[\\/]v4[\\/]core[\\/]memoizer\.js$/;
  const unused = [
    memoizer,
    /[\\/]zod[\\/]v4[\\/]core[\\/](json-schema-processors|to-json-schema|doc)\.js$/,
    /[\\/]zod[\\/]v4[\\/]locales[\\/]en\.js$/,
    /[\\/]auth-js[\\/]dist[\\/]module[\\/]lib[\\/]web3[\\/]ethereum\.js$/,
    /[\\/]query-core[\\/]build[\\/]modern[\\/]infiniteQueryBehavior\.js$/,
  ];
  return {
    name: "portal-without-unused-parts",
    enforce: "pre",
    apply: "build",
    transform: {
      filter: { id: unused },
      handler(code, id) {
        const declared = /^export (?:async )?(?:const|function|class) (\w+)|^export \{([^}]+)\}/gm;
        const names = [...code.matchAll(declared)].flatMap(([, name, list = ""]) =>
          name === undefined ? list.split(",").map((one) => one.trim().split(" ").at(-1)) : [name],
        );
        const whole = /^export default /m.test(code) ? "export default absent;" : "";
        if (names.length === 0 && whole === "")
          this.error("exports nothing by name any more: look at this plugin again");
        // Called while a schema or client is created; the result is unused.
        const absent = `function absent() { ${memoizer.test(id) ? "" : "return absent; "}}`;
        return {
          code: [absent, ...names.map((name) => `export const ${name} = absent;`), whole].join("\n"),
          map: null,
        };
      },
    },
  };
}
