// Code that is fetched after its page, on the built files: what a second try can ask for, and what happens when it is needed.
import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";

const web = join(import.meta.dirname, "../../web");
const assets = join(import.meta.dirname, "../../dist/web/assets");

/** `lazyPart(() => import("…/x.tsx"), (module) => module.X)`: the file's name and the export's. */
const LAZY = /lazy(?:Part|Dialog)\(\s*\(\) => import\("[^"]*?([\w-]+)\.tsx"\),\s*\(module\) => module\.(\w+)/g;

const lazy = globSync("**/*.{ts,tsx}", { cwd: web }).flatMap((file) =>
  [...readFileSync(join(web, file), "utf8").matchAll(LAZY)].map(([, chunk = "", part = ""]) => ({ chunk, part })),
);

test("every part that is fetched after its page has a file that gives it under its own name, so that the file can be asked for again", () => {
  const files = readdirSync(assets);
  const missing = lazy.filter(({ chunk, part }) => {
    const [file, ...more] = files.filter((name) => new RegExp(`^${chunk}-[\\w-]{8}\\.js$`).test(name));
    const exported = file === undefined ? "" : /export\{([^}]*)\}/.exec(readFileSync(join(assets, file), "utf8"))?.[1];
    return more.length > 0 || !exported?.split(",").some((name) => name.split(" as ").at(-1) === part);
  });
  expect(lazy.length).toBeGreaterThan(30);
  expect(missing).toEqual([]);
});
