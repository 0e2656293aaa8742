import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "#scripts/lib/paths.ts";
import { currentChecksums, editedSince, readReleased } from "#scripts/lib/released-migrations.ts";

test("no migration of a released version was edited, renamed or removed", async () => {
  expect(editedSince(readReleased(), await currentChecksums())).toEqual([]);
});

test("a released migration that was edited, and one that is gone, are named", async () => {
  const current = await currentChecksums();
  const released = {
    ...current,
    "migrations/0001_roles.sql": "as it was released",
    "migrations/0099_gone.sql": "of another time",
  };
  expect(editedSince(released, current)).toEqual(["migrations/0001_roles.sql", "migrations/0099_gone.sql"]);
  expect(editedSince(released, { ...released, "migrations/0100_later.sql": "new" })).toEqual([]);
});

test("a function, view, trigger or policy stands in the folder of its domain, in no migration", () => {
  const files = globSync("database/migrations/*.sql", { cwd: root });
  expect(files.length).toBeGreaterThan(10);
  const made = files.filter((file) =>
    /^\s*create (or replace )?(function|view|(constraint )?trigger|policy)\b/m.test(
      readFileSync(join(root, file), "utf8"),
    ),
  );
  expect(made).toEqual([]);
});
