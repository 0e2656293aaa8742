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
  /** Zod asks whether it has one, and takes an empty result for no. */
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

/** Every field and button reads these contexts, of components that they do not show. */
const CONTEXTS: Readonly<Record<string, readonly string[]>> = {
  Autocomplete: ["AutocompleteContext", "AutocompleteStateContext", "SelectableCollectionContext", "FieldInputContext"],
  ProgressBar: ["ProgressBarContext"],
};

/**
 * Moves the contexts of two of react-aria-components' modules into modules of their own: a field would bring the command palette's
 * component, and a button the progress bar. The build fails if a release writes them otherwise.
 */
export function withContextsApart(): Plugin {
  const APART = /^\0contexts-of-(\w+)$/;
  const OWNER = /react-aria-components[\\/]dist[\\/]private[\\/](?:\w+[\\/])*(\w+)\.mjs$/;
  const IMPORTS = /(import \{[^}]*\} from )"\.\/(\w+)\.mjs";/g;
  return {
    name: "portal-with-contexts-apart",
    enforce: "pre",
    apply: "build",
    resolveId: { filter: { id: APART }, handler: (id) => ({ id, moduleSideEffects: false }) },
    load: {
      filter: { id: APART },
      handler(id) {
        const names = CONTEXTS[APART.exec(id)?.[1] ?? ""] ?? [];
        const declared = names.map((name) => `export const ${name} = createContext(null);`);
        return ['import { createContext } from "react";', ...declared].join("\n");
      },
    },
    transform: {
      filter: { id: OWNER },
      handler(code, id) {
        const owner = OWNER.exec(id)?.[1] ?? "";
        let rest = code.replaceAll(IMPORTS, (whole, start: string, from: string) => {
          const names = CONTEXTS[from];
          const imported = [...start.matchAll(/(\w+) as /g)].map(([, name = ""]) => name);
          return names && imported.every((name) => names.includes(name)) ? `${start}"\0contexts-of-${from}";` : whole;
        });
        const own = CONTEXTS[owner] ?? [];
        for (const name of own) {
          const local = new RegExp(`(\\$\\w+\\$export\\$\\w+) as ${name}[,}]`).exec(code)?.[1] ?? "";
          const declared = rest.split("\n").find((line) => line.startsWith(`const ${local} = /*#__PURE__*/`));
          if (declared === undefined) this.error(`${name} is not declared on a line of its own: look at this plugin`);
          rest = rest.replace(declared, `import { ${name} as ${local} } from "\0contexts-of-${owner}";`);
        }
        return rest === code ? null : { code: rest, map: null };
      },
    },
  };
}
