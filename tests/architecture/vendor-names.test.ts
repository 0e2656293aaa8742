import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DEVICE_TYPES } from "#contract/devices.ts";
import { importGraph, root } from "./source-imports.ts";

/** What a type is stands in DEVICE_TRAITS; these name one on purpose. */
const NAMED: Readonly<Record<string, string>> = {
  "server/controllers/axis-proxy.function.ts": "the released function of one vendor",
  "web/features/controllers/components/sender-values.tsx":
    "whose values to type somewhere else, which the portal cannot know",
};

test("neither the server nor the pages of controllers ask for a type of device by its name", () => {
  // In SQL, names stand between single quotes, and are the database's.
  const name = new RegExp(`"(${DEVICE_TYPES.join("|")})"`);
  const files = ["server/**/*.ts", "web/features/controllers/**/*.{ts,tsx}"].flatMap((glob) => [
    ...importGraph(glob).keys(),
  ]);
  expect(files.length).toBeGreaterThan(300);
  const naming = files.filter((file) => !file.includes(".test.") && name.test(readFileSync(join(root, file), "utf8")));
  expect(naming.toSorted()).toEqual(Object.keys(NAMED));
});
