import { Client } from "pg";
import { expect, test } from "vitest";
import { migrate } from "#server/platform/database/migrate.ts";
import { testCluster } from "#tests/support/cluster.ts";
import { createTestDatabase } from "#tests/support/postgres.ts";
import { encrypted } from "./world.ts";

const BEFORE = 189;

// Covers: 9.2
test("masks made before are four dots too, nothing is due on a door for that, and the rows are guarded as before", async () => {
  const database = await createTestDatabase({ template: "empty" });
  const admin = new Client({ connectionString: database.adminUrl });
  await admin.connect();
  const run = (options: { upTo?: number } = {}) =>
    migrate({ adminUrl: database.adminUrl, authenticatorPassword: testCluster().authenticatorPassword, ...options });
  const read = async (sql: string) => (await admin.query(sql)).rows;
  try {
    await run({ upTo: BEFORE });
    await admin.query(`
      with o as (insert into organizations (name) values ('Brf Masken') returning id),
        u as (insert into end_users (organization_id, first_name, last_name) select id, 'Anna', 'Berg' from o returning id, organization_id)
      insert into credentials (organization_id, end_user_id, credential_type, credential_value)
      select organization_id, id, 'pin', '${encrypted("864209")}' from u;
      insert into weekly_codes (code, week_number, year, valid_from, valid_to)
      values ('${encrypted("86420")}', 53, 2026, now(), now() + interval '1 day')`);
    expect(await read("select display_value as mask from credentials")).toEqual([{ mask: "••••••" }]);
    await run();
    expect(await read("select display_value as mask from credentials")).toEqual([{ mask: "••••" }]);
    expect(await read("select code_mask as mask from weekly_codes")).toEqual([{ mask: "••••" }]);
    expect(await read("select count(*)::int as due from device_sync")).toEqual([{ due: 0 }]);
    expect(
      await read(`select relname from pg_class where relname in ('credentials', 'weekly_codes', 'controller_users')
        and not (relrowsecurity and relforcerowsecurity)`),
    ).toEqual([]);
    expect(await read("select tgname from pg_trigger where not tgisinternal and tgenabled = 'D'")).toEqual([]);
  } finally {
    await admin.end();
    await database.drop();
  }
});
