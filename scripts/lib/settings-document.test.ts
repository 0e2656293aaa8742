import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { OIDC_SETTINGS, SETTINGS } from "#server/platform/settings.ts";
import { DEMO_SETTINGS } from "./demo-settings.ts";
import { root } from "./paths.ts";
import { settingsDocument } from "./settings-document.ts";

const read = (file: string) => readFileSync(join(root, file), "utf8");
const document = settingsDocument();

test("docs/settings.md is what `npm run docs` writes", () => {
  expect(read("docs/settings.md")).toBe(document);
});

test("a default is the schema's own, and every setting has a row", () => {
  expect(document).toContain("| `PORT` | `8080` | port that the portal listens on |");
  expect(document).toContain("| `OIDC_<NAME>_LINK_BY_EMAIL` | `true` |");
  for (const name of Object.keys({ ...SETTINGS, ...DEMO_SETTINGS })) expect(document).toContain(`| \`${name}\` |`);
  for (const name of Object.keys(OIDC_SETTINGS)) expect(document).toContain(`| \`OIDC_<NAME>_${name}\` |`);
});

test("every variable that code reads from the environment itself has a row", () => {
  /** Set by the machine, by the Debian package's command, or by `npm run dev` for the page's server. */
  const others = ["HOME", "PATH", "NODE_COMPILE_CACHE", "MALLOC_TRIM_THRESHOLD_", "COMMAND_NAME"];
  const files = globSync("{server,scripts}/**/*.{ts,mjs}", { cwd: root }).filter((file) => !file.includes(".test."));
  const named = files.flatMap((file) => [...read(file).matchAll(/\benv(?:\.|\[")([A-Z][A-Z_]+)/g)]);
  const names = new Set(named.map(([, name = ""]) => name));
  expect(names).toContain("LOG_LEVEL");
  expect([...names].filter((name) => !others.includes(name) && !document.includes(`\`${name}\``))).toEqual([]);
});
