// Makes the server say the sentences of the specification's error catalogue (section 8).
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startAxisSimulator } from "#simulators/axis/server.ts";
import { type AxisFixture, FROM, openAxisFixture, TO } from "#tests/integration/controllers/axis-fixture.ts";
import { addDoorController, call } from "#tests/integration/doors/door-portal.ts";
import { specified } from "#tests/specified-texts.ts";
import { callFunction, type FunctionAnswer } from "#tests/support/client.ts";

const NOBODY = "00000000-0000-4000-8000-00000000dead";
let fixture: AxisFixture;

beforeAll(async () => {
  fixture = await openAxisFixture();
});
afterAll(() => fixture.close());

const said = (answer: FunctionAnswer) => String(answer.body["error"]);
const weekly = (body: object) => callFunction(fixture.system, "generate-weekly-codes", body);

/** Breaks a part of the database for the length of a call. */
async function without<T>(broken: string, fixed: string, work: () => Promise<T>): Promise<T> {
  await fixture.portal.admin.query(broken);
  try {
    return await work();
  } finally {
    await fixture.portal.admin.query(fixed);
  }
}

describe("for an Axis controller", () => {
  // Covers: 8.7
  test("one that cannot be read from the database, and one that does not exist", async () => {
    const unread = await without(
      "alter table controllers rename column serial to serial_away",
      "alter table controllers rename column serial_away to serial",
      () => fixture.proxy("LIST_USERS"),
    );
    expect(unread.status).toBe(500);
    expect(said(unread)).toMatch(specified("server", "Failed to fetch controller: {message}"));
    expect((await fixture.proxy("LIST_USERS")).status).toBe(200);
    const gone = await fixture.proxy("LIST_USERS", {}, NOBODY);
    expect(said(gone)).toMatch(specified("server", "Controller not found"));
  });

  // Covers: 8.8
  test("one whose doors cannot be read because it is away", async () => {
    const device = await startAxisSimulator({ doors: 1 });
    const id = await addDoorController(fixture.system, { name: "Borta", device });
    await device.faults.offline();
    const answer = await fixture.proxy("SYNC_ACCESS_POINTS", {}, id);
    expect(answer.status).toBe(504);
    expect(said(answer)).toMatch(specified("server", "Failed to sync access points{message}"));
    await device.close();
  });

  // Covers: 8.8
  test("no doors chosen, and somebody it does not know", async () => {
    const person = { firstName: "Ada", lastName: "Rättsson", validFrom: FROM, validTo: TO, pin: "817254" };
    const none = await fixture.proxy("CREATE_USER_WITH_PIN", { ...person, accessPointIds: [] });
    expect(said(none)).toMatch(specified("server", "No access points found"));
    const unknown = await fixture.proxy("DELETE_USER", { userToken: "nobody-of-that-name" });
    expect(said(unknown)).toMatch(specified("server", "Item not found"));
  });

  // Covers: 8.8
  test("an administrator of no organisation", async () => {
    const person = { first_name: "Elsa", last_name: "Provberg", email: "elsa@test.example", password: "" };
    const answer = await callFunction(fixture.system, "admin-manager", { action: "create_org_admin", ...person });
    expect(answer.status).toBe(400);
    expect(said(answer)).toMatch(specified("server", "Organization ID is required{more}"));
  });
});

// Covers: 8.6, 9.7
test("a new controller whose organisation cannot be read or made, or is gone, is not saved", async () => {
  const payload = {
    name: "Herrelös",
    device_type: "axxon_lpr",
    device_ip: "192.0.2.40",
    username: "p",
    password: "S3cret",
  };
  const create = () => callFunction(fixture.system, "controller-manager", { action: "CREATE", payload });
  const hides = "create policy hidden on organizations as restrictive for select to public using (false)";
  const hidden = (work: typeof create) => without(hides, "drop policy hidden on organizations", work);
  const unread = await without(
    "alter table organizations rename column created_at to created_at_away",
    "alter table organizations rename column created_at_away to created_at",
    create,
  );
  expect(unread.status).toBe(503);
  expect(said(unread)).toMatch(specified("server", "Kunde inte ansluta till databasen{more}"));
  const unmade = await hidden(create);
  expect(unmade.status).toBe(500);
  expect(said(unmade)).toMatch(specified("server", "Kunde inte skapa standardorganisation{more}"));
  const gone = await hidden(() =>
    without(
      `create function nobody_is_made() returns trigger language plpgsql as 'begin return null; end';
       create trigger nobody_is_made before insert on organizations for each row execute function nobody_is_made()`,
      "drop trigger nobody_is_made on organizations; drop function nobody_is_made()",
      create,
    ),
  );
  expect(gone.status).toBe(500);
  expect(said(gone)).toMatch(specified("server", "Systemet kunde inte initialiseras korrekt{more}"));
  const { rowCount } = await fixture.portal.admin.query("select from controllers where name = 'Herrelös'");
  expect(rowCount).toBe(0);
  expect((await create()).status).toBe(200);
});

// Covers: 8.6, 8.7, 8.8
test("with the database away each of them says what failed in the same words", async () => {
  const payload = {
    name: "Herrelös",
    device_type: "axxon_lpr",
    device_ip: "192.0.2.40",
    username: "p",
    password: "S3",
  };
  await fixture.portal.database.cut({ shut: true });
  const made = await callFunction(fixture.system, "controller-manager", { action: "CREATE", payload });
  const read = await fixture.proxy("LIST_USERS");
  const gate = { action: "LIST_MACROS", controller_id: fixture.id };
  const macros = await callFunction(fixture.system, "axxon-proxy", gate);
  const generated = await weekly({ action: "generate", controllerIds: [fixture.id] });
  const cleaned = await weekly({ action: "cleanup" });
  const deleted = await weekly({ action: "delete", weeklyCodeId: NOBODY });
  await fixture.portal.database.open();
  const answers = [made, read, macros, generated, cleaned, deleted];
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503, 503]);
  expect(said(made)).toMatch(specified("server", "Kunde inte ansluta till databasen{more}"));
  expect(said(made)).toContain("Styrenheten är inte sparad.");
  for (const answer of [read, macros])
    expect(said(answer)).toMatch(specified("server", "Failed to fetch controller: {message}"));
  expect(said(generated)).toMatch(specified("weekly-codes", "Misslyckades att generera veckokoder: {message}"));
  expect(said(cleaned)).toMatch(specified("weekly-codes", "Misslyckades att rensa veckokoder: {message}"));
  expect(said(deleted)).toMatch(specified("weekly-codes", "Misslyckades att radera veckokod: {message}"));
});

// Covers: 8.8
test("ids that are none are refused in the words of what was attempted, and a list that failed in its own", async () => {
  const generated = await weekly({ action: "generate", controllerIds: ["none"] });
  expect(generated.status).toBe(400);
  expect(said(generated)).toMatch(specified("weekly-codes", "Misslyckades att generera veckokoder: {message}"));
  const deleted = await weekly({ action: "delete", weeklyCodeId: "none" });
  expect(deleted.status).toBe(400);
  expect(said(deleted)).toMatch(specified("weekly-codes", "Misslyckades att radera veckokod: {message}"));
  const other = await weekly({ action: "cleanup", weeklyCodeIds: [] });
  expect(said(other)).not.toMatch(/Misslyckades.*Misslyckades/);
  const nobodys = await callFunction(fixture.nord, "generate-weekly-codes", { action: "cleanup" });
  expect(nobodys.status).toBe(403);
  expect(said(nobodys)).not.toContain("Misslyckades");
});

// Covers: 8.8
test("weekly codes that cannot be made, cleaned up or deleted say which of the three it was", async () => {
  const made = await weekly({ action: "generate", controllerIds: [] });
  expect(said(made)).toMatch(specified("weekly-codes", "Misslyckades att generera veckokoder: {message}"));
  const deleted = await weekly({ action: "delete", weeklyCodeId: NOBODY });
  expect(said(deleted)).toMatch(specified("weekly-codes", "Misslyckades att radera veckokod: {message}"));
  const cleaned = await without(
    "alter table weekly_codes rename column valid_to to valid_to_away",
    "alter table weekly_codes rename column valid_to_away to valid_to",
    () => weekly({ action: "cleanup" }),
  );
  expect(cleaned.status).toBe(500);
  expect(said(cleaned)).toMatch(specified("weekly-codes", "Misslyckades att rensa veckokoder: {message}"));
  expect(await call(fixture.system, "generate-weekly-codes", { action: "cleanup" })).toMatchObject({ removed: 0 });
});
