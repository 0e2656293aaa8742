// An import can be undone within a day, and only for rows that nobody has changed.
import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { vehicleImport } from "#contract/functions/vehicle-import.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";

let portal: TestPortal;
let nord: SupabaseClient;
let syd: SupabaseClient;
const sql = (text: string, values: unknown[] = []) => portal.admin.query<Record<string, unknown>>(text, values);

beforeAll(async () => {
  portal = await startTestPortal();
  nord = await signedInClient(portal.url, portal.accounts.nord);
  syd = await signedInClient(portal.url, portal.accounts.syd);
  await sql(
    `insert into controllers (name, device_type, device_ip, enabled, organization_id)
     values ('Infart', 'axxon_lpr', '192.0.2.1', false, $1), ('Utfart', 'axxon_lpr', '192.0.2.2', false, $1)`,
    [portal.accounts.nord.organizationId],
  );
  await sql("insert into organization_controllers (organization_id, controller_id) select $1, id from controllers", [
    portal.accounts.nord.organizationId,
  ]);
});
afterAll(() => portal.close());
beforeEach(async () => {
  await sql("delete from end_users");
});

async function importRows(count: number): Promise<string> {
  const import_id = randomUUID();
  const rows = Array.from({ length: count }, (_, n) => ({
    row: n + 1,
    plate: `UND${100 + n}`,
    first_name: "Anna",
    last_name: `Berg ${n}`,
    vehicle_type: null,
  }));
  const { status } = await callFunction(nord, "vehicle-import", { action: "IMPORT", import_id, rows });
  expect(status).toBe(200);
  return import_id;
}
const undo = (id: string, client = nord) => callFunction(client, "vehicle-import", { action: "UNDO", import_id: id });
const undone = async (id: string) => vehicleImport.UNDO.reply.parse((await undo(id)).body);
const recent = async () =>
  vehicleImport.IMPORTS.reply.parse((await callFunction(nord, "vehicle-import", { action: "IMPORTS" })).body).imports;
const names = async () =>
  (await sql("select last_name from end_users order by last_name")).rows.map((row) => row["last_name"]);

test("exactly the import's people go, as one event with their number", async () => {
  const kept = await importRows(2);
  const gone = await importRows(3);
  expect((await recent()).map(({ import_id, unchanged }) => [import_id, unchanged])).toEqual([
    [gone, 3],
    [kept, 2],
  ]);
  expect(await undone(gone)).toMatchObject({ removed: 3, left: 0, kept: 0 });
  expect(await names()).toEqual(["Berg 0", "Berg 1"]);
  const { rows } = await sql("select after, organization_id from audit where action = 'import_undone'");
  expect(rows).toEqual([{ after: { rows: 3, kept: 0 }, organization_id: portal.accounts.nord.organizationId }]);
  expect((await undo(gone)).body["code"]).toBe("not_found");
});

test.each([
  ["renamed", "update end_users set first_name = 'Ny' where last_name = 'Berg 0'"],
  ["switched off", "update credentials set enabled = false where credential_value = 'UND100'"],
  ["extended", "update credentials set valid_to = valid_to + interval '1 day' where credential_value = 'UND100'"],
  ["renumbered", "update credentials set credential_value = 'UND999' where credential_value = 'UND100'"],
  [
    "given another plate",
    "insert into credentials (end_user_id, credential_type, credential_value) select end_user_id, 'license_plate', 'NY 123' from credentials where credential_value = 'UND100'",
  ],
  [
    "deprived of a gate",
    "delete from controller_assignments a using credentials k, controllers g where k.id = a.credential_id and g.id = a.controller_id and k.credential_value = 'UND100' and g.name = 'Infart'",
  ],
  [
    "made a member of a group",
    `with g as (insert into access_groups (organization_id, name) select organization_id, gen_random_uuid()::text from credentials where credential_value = 'UND100' returning id)
     insert into access_group_members (group_id, organization_id, end_user_id) select g.id, k.organization_id, k.end_user_id from credentials k, g where k.credential_value = 'UND100'`,
  ],
])("a person who was %s since stays", async (_, change) => {
  const id = await importRows(2);
  await sql(change);
  expect(await recent()).toMatchObject([{ import_id: id, unchanged: 1, changed: 1 }]);
  expect(await undone(id)).toMatchObject({ removed: 1, left: 0, kept: 1 });
  expect(await names()).toEqual(["Berg 0"]);
});

test("a person whose change is being saved when the import is undone stays", async () => {
  const id = await importRows(2);
  const saving = await portal.admin.connect();
  await saving.query("begin");
  await saving.query("select from end_users where last_name = 'Berg 0' for no key update");
  await saving.query("update credentials set enabled = false where credential_value = 'UND100'");
  const asked = undone(id);
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await expect.poll(async () => (await sql(waiting)).rowCount).toBe(1);
  await saving.query("commit");
  saving.release();
  expect(await asked).toMatchObject({ removed: 1, left: 0, kept: 1 });
  expect(await names()).toEqual(["Berg 0"]);
});

test("a day later, and from another organisation, there is nothing to undo", async () => {
  const id = await importRows(1);
  expect((await undo(id, syd)).body["code"]).toBe("not_found");
  await sql(
    "update end_users set created_at = created_at - interval '25 hours', updated_at = updated_at - interval '25 hours'",
  );
  expect(await recent()).toEqual([]);
  expect((await undo(id)).body["code"]).toBe("not_found");
  expect(await names()).toHaveLength(1);
});
