// Apartment, phone and note of a person are saved, found, exported and erased. Mails, log lines and events never contain the
// note.
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { personExport } from "#contract/functions/person-data.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";

const NOTE = "Hund i hallen.\nRing grannen först.";
const TEXTS = { apartment: "Lgh 1203-B", phone: "070-123 45 67", note: NOTE };

let portal: TestPortal;
let world: MainWorld;
let syd: MainWorld["nord"];
let id = "";

const save = (change: Record<string, unknown>) =>
  callFunction(world.nord, "end-user-manager", {
    action: id === "" ? "CREATE" : "UPDATE",
    ...(id !== "" && { id }),
    payload: {
      organization_id: portal.accounts.nord.organizationId,
      first_name: "Lova",
      last_name: "Lägenhetsson",
      vehicle: {
        plate_number: "LGH 120",
        vehicle_type: "Personbil",
        validity_period: "12_months",
        controller_ids: [world.gateId],
      },
      ...change,
    },
  });
const stored = async () =>
  (await portal.admin.query("select apartment, phone, note from end_users where id = $1", [id])).rows[0];
const found = async (client: MainWorld["nord"], query: string) => {
  const { data } = await client.rpc("search_end_users", { query });
  return z.object({ ids: z.array(z.string()) }).parse(data).ids;
};

beforeAll(async () => {
  portal = await startTestPortal();
  world = await mainWorld(portal);
  syd = await signedInClient(portal.url, portal.accounts.syd);
  const { status, body } = await save(TEXTS);
  expect(status).toBe(200);
  id = z.string().parse(body["end_user_id"]);
});
afterAll(() => portal.close());

test("a save keeps them, leaves out what is absent and removes what is empty", async () => {
  expect(await stored()).toEqual(TEXTS);
  await save({});
  expect(await stored()).toEqual(TEXTS);
  await save({ apartment: "", phone: "", note: "" });
  expect(await stored()).toEqual({ apartment: null, phone: null, note: null });
  await save(TEXTS);
});

test("the list finds the person by apartment and by phone in any spelling, and nobody else's list does", async () => {
  for (const query of [
    "1203",
    "lgh 12",
    "1203-b",
    "070-123 45 67",
    "0701234567",
    "+46 70 123 45 67",
    "123 45",
    "Lägenhets",
  ]) {
    expect(await found(world.nord, query), query).toContain(id);
    expect(await found(world.system, query), query).toContain(id);
    expect(await found(syd, query), query).not.toContain(id);
  }
  for (const query of ["grannen", "1204", "070-999"]) expect(await found(world.nord, query), query).not.toContain(id);
});

test("a table call is held to the same limits", async () => {
  for (const texts of [
    { apartment: "x".repeat(41) },
    { apartment: " " },
    { apartment: "12\n03" },
    { phone: "0".repeat(41) },
    { phone: "ring mig" },
    { phone: "--" },
    { note: "x".repeat(501) },
    { note: "\n " },
    { note: "a\u0007b" },
  ])
    expect((await world.nord.from("end_users").update(texts).eq("id", id)).error?.code, JSON.stringify(texts)).toBe(
      "23514",
    );
  expect(await stored()).toEqual(TEXTS);
  expect((await save({ phone: "ring mig" })).status).toBe(400);
});

test("the event log says that the note changed and never what it says", async () => {
  await save({ ...TEXTS, note: "Ny anteckning om Lova", apartment: "1204" });
  await world.nord.from("end_users").update({ note: NOTE }).eq("id", id);
  const { rows } = await portal.admin.query<{ before: unknown; after: unknown }>(
    "select before, after from audit where subject_id = $1 and action = 'end_users.update' order by at",
    [id],
  );
  expect(rows.at(-1)?.after).toMatchObject([{ secrets_changed: ["note"] }]);
  expect(rows.at(-2)).toMatchObject({
    before: [{ apartment: "Lgh 1203-B" }],
    after: [{ apartment: "1204", secrets_changed: ["note"] }],
  });
  const all = await portal.admin.query<{ kept: string }>(
    "select coalesce(string_agg(to_jsonb(a)::text, ''), '') as kept from audit a",
  );
  expect(all.rows[0]?.kept).toContain("1204");
  expect(all.rows[0]?.kept).not.toMatch(/anteckning om|Hund i hallen|Ring grannen/);
});

test("the data export has them, and an erasure removes them", async () => {
  await save(TEXTS);
  const exported = await callFunction(world.nord, "person-data", { action: "EXPORT", end_user_id: id });
  expect(personExport.parse(Object(exported.body).person).person).toMatchObject(TEXTS);
  expect((await callFunction(world.nord, "person-data", { action: "ERASE", end_user_id: id })).status).toBe(200);
  expect(await stored()).toBeUndefined();
  expect(await found(world.nord, "1203")).not.toContain(id);
});
