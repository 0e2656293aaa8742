// The log names gates, doors and controllers that an ordinary edit has deleted, to the readers of the row and to nobody else.
import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";

let portal: TestPortal;
let system: SupabaseClient;
let nord: SupabaseClient;
let syd: SupabaseClient;

beforeAll(async () => {
  portal = await startTestPortal();
  const { accounts, url } = portal;
  [system, nord, syd] = await Promise.all([
    signedInClient(url, accounts.system),
    signedInClient(url, accounts.nord),
    signedInClient(url, accounts.syd),
  ]);
});
afterAll(() => portal.close());

/** Makes a controller with a door, and a gate. Each has rows of the organisation; the door also has a row that belongs to nobody. */
async function placeOf(organizationId: string | null, name: string) {
  const place = {
    controller: randomUUID(),
    gate: randomUUID(),
    door: randomUUID(),
    gateRow: randomUUID(),
    doorRow: randomUUID(),
    nobodysRow: randomUUID(),
  };
  const { controller, gate, door, gateRow, doorRow, nobodysRow } = place;
  const ask = (sql: string, values: unknown[]) => portal.admin.query(sql, values);
  await ask(
    `insert into controllers (id, name, device_type, device_ip, enabled, organization_id) values
       ($1, $3 || ' central', 'axis', '192.0.2.1', false, $4), ($2, $3 || ' grind', 'axxon_lpr', '192.0.2.2', false, $4)`,
    [controller, gate, name, organizationId],
  );
  await ask("insert into organization_controllers (organization_id, controller_id) values ($1, $2), ($1, $3)", [
    organizationId,
    controller,
    gate,
  ]);
  await ask("insert into access_points (id, controller_id, name, door_name) values ($1, $2, 'AP1', $3 || ' entré')", [
    door,
    controller,
    name,
  ]);
  await ask(
    `insert into access_logs (id, plate_number, controller_id, organization_id, access_granted, access_reason)
     values ($1, 'ABC123', $2, $3, false, 'no_match')`,
    [gateRow, gate, organizationId],
  );
  await ask(
    `insert into door_events (id, occurred_at, device_time, controller_id, access_point_id, organization_id, kind, granted, reason)
     values ($1, now(), now(), $3, $4, $5, 'access', false, 'unknown_code'), ($2, now(), now(), $3, $4, null, 'access', false, 'unknown_code')`,
    [doorRow, nobodysRow, controller, door, organizationId],
  );
  return place;
}

async function namesOf(client: SupabaseClient, id: string) {
  const { data, error } = await client
    .from("merged_log")
    .select("controller_id, removed_controller, removed_door, search_text, controllers(name), access_points(door_name)")
    .eq("id", id);
  expect(error).toBeNull();
  return data?.[0] ?? null;
}

test("the row's readers see a deleted door, gate and controller by name, and the neighbour's rows stay", async () => {
  const own = await placeOf(portal.accounts.nord.organizationId, "Norra");
  const other = await placeOf(portal.accounts.syd.organizationId, "Södra");
  const before = [await namesOf(syd, other.doorRow), await namesOf(syd, other.gateRow)];

  expect((await system.from("access_points").delete().eq("id", own.door)).error).toBeNull();
  expect(await namesOf(nord, own.doorRow)).toMatchObject({
    controllers: { name: "Norra central" },
    access_points: null,
    removed_door: "Norra entré",
  });
  for (const id of [own.controller, own.gate])
    expect(await callFunction(system, "controller-manager", { action: "DELETE", id })).toMatchObject({ status: 200 });

  for (const client of [system, nord]) {
    expect(await namesOf(client, own.doorRow)).toMatchObject({
      controller_id: null,
      controllers: null,
      removed_controller: "Norra central",
      removed_door: "Norra entré",
      search_text: expect.stringContaining("Norra entré"),
    });
    expect(await namesOf(client, own.gateRow)).toMatchObject({ controllers: null, removed_controller: "Norra grind" });
  }
  expect(await namesOf(system, own.nobodysRow)).toMatchObject({ removed_controller: "Norra central" });
  for (const id of [own.doorRow, own.gateRow, own.nobodysRow]) expect(await namesOf(syd, id)).toBeNull();
  expect([await namesOf(syd, other.doorRow), await namesOf(syd, other.gateRow)]).toEqual(before);

  const named = async (client: SupabaseClient, word: string) => (await client.rpc("log_names", { words: [word] })).data;
  for (const client of [system, nord])
    expect(await named(client, "norra")).toMatchObject([
      { removed_controller: ["Norra central", "Norra grind"], removed_door: ["Norra entré"] },
    ]);
  expect(await named(syd, "norra")).toMatchObject([{ removed_controller: [], removed_door: [] }]);
});

test("readers of the log write no name there", async () => {
  const { error } = await nord.from("access_logs").update({ removed_controller: "x" }).eq("access_granted", false);
  expect(error?.code).toBe("42501");
});
