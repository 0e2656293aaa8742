import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Pool } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dataModelDocument } from "#scripts/lib/data-model-document.ts";
import { openPool } from "#tests/support/pool.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/postgres.ts";

let database: TestDatabase;
let admin: Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = openPool({ connectionString: database.adminUrl, max: 1 });
});
afterAll(async () => {
  await admin.end();
  await database.drop();
});

test("docs/data-model.md is as the catalogue says (npm run docs)", async () => {
  const file = fileURLToPath(new URL("../../../docs/data-model.md", import.meta.url));
  expect(readFileSync(file, "utf8")).toBe(await dataModelDocument(admin));
});

test("every table has its purpose as a comment, and stands in the document", async () => {
  const { rows } = await admin.query<{ name: string; comment: string | null }>(
    `select c.oid::regclass::text as name, regexp_replace(obj_description(c.oid), '@relation[^\n]*', '', 'g') as comment
     from pg_class c where c.relnamespace::regnamespace::text in ('public', 'auth', 'private') and c.relkind in ('r', 'p') and not c.relispartition`,
  );
  expect(rows.length).toBeGreaterThan(80);
  expect(rows.filter(({ comment }) => !comment?.trim())).toEqual([]);
  const document = await dataModelDocument(admin);
  expect(rows.filter(({ name }) => !document.includes(`\n### ${name.replace(/^public\./, "")}\n`))).toEqual([]);
});

test("a changed column, right or comment changes the document", async () => {
  const before = await dataModelDocument(admin);
  for (const change of [
    "alter table public.organizations add column motto text",
    "grant delete on public.backups to org_admin",
    "comment on table public.backups is 'Something else.'",
  ]) {
    await admin.query(`begin; ${change}`);
    expect(await dataModelDocument(admin)).not.toBe(before);
    await admin.query("rollback");
  }
});
