// Built chunks are files that a retry can request (web/lib/lazy-chunk.ts).
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { isFileOf, lateFiles } from "#scripts/page/late-files.ts";

const assets = join(import.meta.dirname, "../../dist/web/assets");
const source = (file: string) => readFileSync(join(assets, file), "utf8");

// Covers: files.6
test("every part that is fetched after its page has a file of its own, which gives it under its own name", () => {
  const files = readdirSync(assets);
  const without = lateFiles().filter((late) => {
    const found = files.filter((file) => isFileOf(file, late));
    const names = found.map((file) => /export\{([^}]*)\}/.exec(source(file))?.[1]?.split(",") ?? []);
    return names.length !== 1 || !names[0]?.some((name) => name.split(" as ").at(-1) === late.part);
  });
  expect(lateFiles().length).toBeGreaterThan(30);
  expect(without).toEqual([]);
});
