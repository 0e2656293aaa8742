import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./source-imports.ts";

/** The field kit is a tool of a checkout: no installation holds it. */
const OF_A_CHECKOUT = ["contract/field-kit.ts", "web/features/controllers/field-kit-command.ts"];
const COMMENT = /^\s*(\/\/|\/?\*)|\/\*\*.*\*\//;

test("no sentence names a command as only a checkout writes it, since a package and an image write it otherwise", () => {
  const files = globSync("{contract,server,web}/**/*.{ts,tsx}", { cwd: root })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !/\.test\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(1_500);
  const naming = files.filter((file) =>
    readFileSync(join(root, file), "utf8")
      .split("\n")
      .some((line) => line.includes("npm run ") && !COMMENT.test(line)),
  );
  expect(naming.toSorted()).toEqual(OF_A_CHECKOUT);
});
