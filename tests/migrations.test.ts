import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { brokenRules } from "#scripts/lib/migration-rules.ts";
import { root } from "#scripts/lib/paths.ts";
import { currentChecksums, editedSince, lacksMigration, readReleased } from "#scripts/lib/released-migrations.ts";

const GOOD = [
  { file: "a column", sql: "alter table public.end_users add column floor text;" },
  { file: "a column with a default", sql: "alter table public.end_users add column floor int not null default 0;" },
  {
    file: "a check that is not validated",
    sql: "alter table public.end_users add constraint c check (floor > 0) not valid;",
  },
  { file: "its validation", sql: "alter table public.end_users validate constraint c;" },
  {
    file: "a table",
    sql: "create table public.floors (id uuid primary key, n int not null unique);\ncreate index floors_n on public.floors (n);",
  },
  {
    file: "an index",
    sql: "-- run: outside a transaction\ncreate index concurrently floors on public.end_users (floor);",
  },
  {
    file: "a backfill",
    sql: "-- run: in batches\nupdate public.end_users set floor = 1 where id in (select id from public.end_users where floor is null limit 500);",
  },
  { file: "a drop", sql: "-- oldest-code: 0101\nalter table public.end_users drop column floor;" },
];
const BAD = [
  { rule: "ends older servers", sql: "alter table public.end_users drop column floor;" },
  { rule: "ends older servers", sql: "alter table public.end_users rename column floor to storey;" },
  { rule: "ends older servers", sql: "drop table public.floors;" },
  { rule: "validates at once", sql: "alter table public.end_users add constraint c check (floor > 0);" },
  {
    rule: "validates at once",
    sql: "alter table public.end_users\n  add foreign key (floor) references public.floors;",
  },
  {
    rule: "rewrites or scans",
    sql: "-- oldest-code: 0101\nalter table public.end_users alter column floor type bigint;",
  },
  { rule: "indexes in a transaction", sql: "create index floors on public.end_users (floor);" },
  { rule: "indexes in a transaction", sql: "alter table public.end_users add constraint u unique (floor);" },
  { rule: "changes all rows at once", sql: "update public.end_users set floor = 1;" },
  {
    rule: "changes all rows at once",
    sql: "set local role portal_engine;\ndelete from public.alerts where id is null;",
  },
];

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

test("a release whose functions or policies changed has a migration, by which older servers see that it is newer", async () => {
  const released = await currentChecksums();
  const changed = { ...released, "re-applied files": "others" };
  expect(lacksMigration(released, released)).toBe(false);
  expect(lacksMigration(released, changed)).toBe(true);
  expect(lacksMigration(released, { ...changed, "migrations/0100_later.sql": "new" })).toBe(false);
  expect(lacksMigration({}, changed)).toBe(false); // Before the first release.
});

/** Migrations after the first release: installations have the tables, and servers of the former version use them. */
const AFTER_RELEASE = globSync("database/migrations/01*.sql", { cwd: root }).map((file) => ({
  file,
  sql: readFileSync(join(root, file), "utf8"),
}));

test.each([...AFTER_RELEASE, ...GOOD])("$file follows the rules for changes beside running servers", ({ sql }) => {
  expect(brokenRules(sql)).toEqual([]);
});

test.each(BAD)("a made-up migration that breaks a rule is found: $rule", ({ rule, sql }) => {
  expect(brokenRules(sql)).toEqual([rule]);
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
