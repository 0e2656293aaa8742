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

test("a table's rights stand in the folder of the domain that makes the table", () => {
  const made = globSync("database/migrations/0*.sql", { cwd: root }).flatMap((file) => {
    const domain = file.replace(/^.*\/\d+_(\w+)\.sql$/, "$1").replaceAll("_", "-");
    const sql = readFileSync(join(root, file), "utf8");
    return [...sql.matchAll(/^create table public\.(\w+)/gm)].map(([, table = ""]) => ({ table, domain }));
  });
  expect(made.length).toBeGreaterThan(40);
  const elsewhere = made.filter(({ table, domain }) => {
    const folder = domain === "mail" ? "platform" : domain;
    const [policy] = globSync(`database/*/${table}.policy.sql`, { cwd: root });
    return policy !== undefined && policy !== `database/${folder}/${table}.policy.sql`;
  });
  expect(elsewhere).toEqual([]);
});
