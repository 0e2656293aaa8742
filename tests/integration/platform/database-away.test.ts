// The database goes away after a save while its caller waits for the devices: no caller is answered "nothing was saved".
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction } from "#tests/support/client.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";

let portal: TestPortal;
let world: MainWorld;
beforeAll(async () => {
  portal = await startTestPortal();
  world = await mainWorld(portal);
});
afterAll(() => portal.close());

const door = () => portal.axis.doorTokens[0] ?? "";
/** Saves a person; runs `happens` once the save is committed and while the device is still being asked. */
async function saveAnd(pin: string, lastName: string, happens: () => Promise<void>) {
  const slow = portal.axis.faults.latency(400);
  const saving = callFunction(world.nord, "end-user-manager", {
    action: "CREATE",
    payload: {
      organization_id: portal.accounts.nord.organizationId,
      first_name: "Under",
      last_name: lastName,
      pin: { value: pin, validity_period: "12_months", access_point_ids: world.doorIds },
    },
  });
  const saved = async () =>
    (await portal.admin.query("select from end_users where last_name = $1", [lastName])).rowCount;
  await expect.poll(saved, { interval: 5 }).toBe(1);
  await happens();
  const answer = await saving;
  slow();
  return answer;
}

// Covers: fault.12
test("one that is back in a moment is waited for, and the answer is the usual one", async () => {
  const answer = await saveAnd("730852", "Avbrott", () => portal.database.cut());
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  await expect.poll(() => portal.axis.wouldOpen("730852", door())).toBe(true);
});

// Covers: fault.12
test("a database that stays away is reported with what was kept, and the devices get it when it is back", async () => {
  const answer = await saveAnd("730963", "Borta Länge", () => portal.database.cut({ shut: true }));
  expect(answer).toMatchObject({ status: 503, body: { code: "saved_unconfirmed" } });
  expect(answer.body["error"]).toMatch(/^Ändringen är sparad, .* De får den när databasen svarar igen\.$/);
  await portal.database.open();
  await expect.poll(() => portal.axis.wouldOpen("730963", door())).toBe(true);
});
