import { expect, test } from "vitest";
import { AUDIT_ACTIONS, AUDIT_KINDS, actionsOfKind } from "#contract/audit-actions.ts";
import { relayPreset } from "#contract/relay-presets.ts";
import { changesOf, rowHeading } from "./changes.ts";
import { whatHeading, wholeSentence } from "./sentence.ts";
import { auditSentences } from "./texts/audit-sentences.sv.ts";

const row = {
  action: "credentials.update",
  actor: "a",
  actor_name: "Anna Ek",
  subject_name: "Alva Exempelsson",
  row_count: 1,
  part_of: null,
  names: { people: [], people_count: 0, places: [], place_count: 0 },
  before: null,
  after: null,
};
const pin = { credential_type: "pin", enabled: true };
const car = { credential_type: "license_plate", plate: "MLB 84A", enabled: true };

test("an act on a person reads as one sentence", () => {
  expect(wholeSentence({ ...row, before: pin, after: { ...pin, secrets_changed: ["pin"] } })).toBe(
    "Anna Ek ändrade PIN-koden för Alva Exempelsson",
  );
  expect(wholeSentence({ ...row, before: car, after: { ...car, enabled: false } })).toBe(
    "Anna Ek inaktiverade fordonet MLB 84A för Alva Exempelsson",
  );
  const imported = { ...car, plate: "MLB84A" };
  expect(wholeSentence({ ...row, action: "credentials.delete", before: imported })).toBe(
    "Anna Ek tog bort fordonet MLB 84A för Alva Exempelsson",
  );
  expect(wholeSentence({ ...row, action: "pin_revealed" })).toBe("Anna Ek visade PIN-koden för Alva Exempelsson");
  expect(wholeSentence({ ...row, action: "end_users.delete", subject_name: null, row_count: 12 })).toBe(
    "Anna Ek tog bort 12 personer",
  );
  const doors = { action: "controller_assignments.insert", row_count: 2, after: { access_point_id: "d" } };
  expect(wholeSentence({ ...row, ...doors })).toBe("Anna Ek gav Alva Exempelsson tillgång till 2 dörrar");
  const named = { people: ["Alva Exempelsson"], people_count: 1, places: ["Entré", "Garage", "Soprum"] };
  expect(wholeSentence({ ...row, ...doors, names: { ...named, place_count: 3 } })).toBe(
    "Anna Ek gav Alva Exempelsson tillgång till Entré, Garage och Soprum",
  );
  expect(wholeSentence({ ...row, ...doors, subject_name: null, names: { ...named, place_count: 5 } })).toBe(
    "Anna Ek gav Alva Exempelsson tillgång till Entré, Garage och 3 till",
  );
  expect(
    wholeSentence({
      ...row,
      action: "controller_assignments.insert",
      part_of: "6f4fcd7c-9c5a-4c8c-a5a5-0d3f5e1a2b3c",
      subject_name: null,
      row_count: 100,
      names: { people: ["A", "B", "C"], people_count: 100, places: ["Garage Kajen"], place_count: 1 },
      after: { end_user: "Alva Exempelsson", plate: "ABC 123", controller: "Garage Kajen" },
    }),
  ).toBe("Anna Ek importerade Alva Exempelsson (ABC 123) och 99 till, med tillgång till Garage Kajen");
  expect(
    wholeSentence({
      ...row,
      action: "controllers.update",
      subject_name: "Infart Norr",
      before: { webhook_previous_until: "2026-11-23" },
      after: { webhook_previous_until: null },
    }),
  ).toBe("Anna Ek avslutade LPR-systemets gamla lösenord för Infart Norr");
});

test("an act on several people is one sentence", () => {
  const named = { people: ["Alva Ek", "Bo Dal", "Cilla Gran"], people_count: 12, places: [], place_count: 0 };
  const many = { ...row, subject_name: null, row_count: 15, names: named };
  expect(wholeSentence({ ...many, action: "people_deleted", row_count: 12 })).toBe(
    "Anna Ek tog bort Alva Ek, Bo Dal och 10 till",
  );
  expect(wholeSentence({ ...many, action: "people_restored", row_count: 12 })).toBe(
    "Anna Ek ångrade borttagningen av Alva Ek, Bo Dal och 10 till",
  );
  expect(wholeSentence({ ...many, action: "credentials_switched_off" })).toBe(
    "Anna Ek inaktiverade 15 behörigheter för Alva Ek, Bo Dal och 10 till",
  );
  expect(wholeSentence({ ...many, action: "pins_mailed", row_count: 12 })).toBe(
    "Anna Ek skickade PIN-koden för Alva Ek, Bo Dal och 10 till med e-post efter en import",
  );
  expect(wholeSentence({ ...many, action: "credentials_extended" })).toBe(
    "Anna Ek förlängde 15 behörigheter för Alva Ek, Bo Dal och 10 till",
  );
});

test("a linked reading names the person, the vehicle and the gate", () => {
  const alias = { plate_number: "ABC 12B", plate: "ABC 123", end_user: "Alva Exempelsson", controller: "Infart Norr" };
  expect(wholeSentence({ ...row, action: "plate_aliases.insert", after: alias })).toBe(
    "Anna Ek kopplade läsningen ABC 12B till fordonet ABC 123 för Alva Exempelsson på Infart Norr",
  );
  expect(wholeSentence({ ...row, action: "plate_aliases.delete", before: alias })).toBe(
    "Anna Ek kopplade bort läsningen ABC 12B från fordonet ABC 123 för Alva Exempelsson på Infart Norr",
  );
});

test("why a door was opened is in the page's words, and a typed reason as it was typed", () => {
  const opened = { ...row, action: "door_opened", subject_name: "Entré" };
  expect(wholeSentence({ ...opened, after: { reason: "leverans: Bud från Visby" } })).toBe(
    "Anna Ek öppnade Entré från portalen: Leverans: Bud från Visby",
  );
  expect(wholeSentence({ ...opened, after: { reason: "Visning" } })).toBe(
    "Anna Ek öppnade Entré från portalen: Visning",
  );
  expect(wholeSentence({ ...row, action: "workers_paused", after: { reason: "leverans" } })).toContain(": leverans");
});

test("the choice of a PIN alone is kept apart from the controller's present state", () => {
  const door = { ...row, subject_name: "Gym" };
  const chosen = (pin_alone: boolean) => ({
    ...door,
    action: "access_points.pin_alone",
    before: { controller: "Huset", pin_alone: !pin_alone },
    after: { controller: "Huset", pin_alone },
  });
  expect(wholeSentence(chosen(true))).toBe("Anna Ek lät enbart PIN räcka vid dörren Gym på Huset");
  expect(wholeSentence(chosen(false))).toBe("Anna Ek slutade låta enbart PIN räcka vid dörren Gym på Huset");
  const read = (after: object) =>
    wholeSentence({
      ...door,
      actor: null,
      actor_name: null,
      action: "access_points.pin_alone_read",
      after: { controller: "Huset", ...after },
    });
  expect(read({ pin_alone_on_device: true, missing_since: null })).toBe("Enbart PIN räcker nu vid dörren Gym på Huset");
  expect(read({ pin_alone_on_device: false, missing_since: null })).toBe(
    "Läsarens regel gäller nu vid dörren Gym på Huset",
  );
  expect(read({ pin_alone_on_device: false, missing_since: "2026-11-25T10:00:00Z" })).toBe(
    "Dörren Gym på Huset, där enbart PIN räckte, saknas på enheten",
  );
  expect(changesOf({ pin_alone_on_device: false }, { pin_alone_on_device: true })).toEqual([
    { field: "Enbart PIN räcker enligt styrenheten", before: "Nej", after: "Ja" },
  ]);
});

test("nobody signed in is the system, and an account that is gone is said to be", () => {
  const burst = { ...row, action: "auth.failed_burst", actor: null, actor_name: null, subject_name: "Nord Test" };
  expect(wholeSentence(burst)).toBe("Systemet stoppade upprepade inloggningsförsök till kontot Nord Test");
  expect(wholeSentence({ ...row, actor_name: null, action: "auth.sign_in" })).toBe("Borttaget konto loggade in");
  expect(whatHeading({ ...row, action: "from_the_future" })).toBe("Okänd händelse (from_the_future)");
});

test("every event has a sentence that reads without any names, and belongs to one kind", () => {
  const none = { names: [], count: 0 };
  const nothing = {
    name: null,
    count: 1,
    isPart: false,
    people: none,
    places: none,
    before: {},
    after: {},
    details: [],
  };
  for (const [action, sentence] of Object.entries(auditSentences))
    expect(sentence(nothing), action).toMatch(/^(?:[a-zåäö]|PIN-koden)[^{}]*[^ :,]$/);
  expect(Object.keys(auditSentences).sort()).toEqual(Object.keys(AUDIT_ACTIONS).sort());
  expect(AUDIT_KINDS.flatMap(actionsOfKind).sort()).toEqual(Object.keys(AUDIT_ACTIONS).sort());
});

test("a change shows the fields that differ, and of a secret only that it changed", () => {
  expect(changesOf({ ...car, id: "1" }, { ...car, id: "1", enabled: false })).toEqual([
    { field: "Aktiverad", before: "Ja", after: "Nej" },
  ]);
  expect(changesOf(pin, { ...pin, secrets_changed: ["pin"] })).toEqual([
    { field: "PIN-kod", before: "–", after: "ändrad, visas inte" },
  ]);
  expect(changesOf(null, { ...car, vehicle_type: null, end_user_id: "x" }).map(({ field }) => field)).toEqual([
    "Slag",
    "Registreringsnummer",
    "Aktiverad",
  ]);
});

test("every value is in words: periods, days, switches and lists, and no key of a row", () => {
  const row = {
    id: "1",
    controller_id: "6f4fcd7c-9c5a-4c8c-a5a5-0d3f5e1a2b3c",
    credential_type: "license_plate",
    plate: "ABC123",
    end_user: "Anna Ek",
    door: "Entré",
    controller: "Port A",
    valid_to: "2027-11-22T16:57:25+00:00",
    valid_from: "2026-11-22T16:57:25+00:00",
    validity_period: "12_months",
    enabled: true,
    device_port: 8080,
    ip: "127.0.0.1",
    created_at: "2026-11-22T16:57:25+00:00",
  };
  expect(changesOf(null, row).map(({ field, after }) => [field, after])).toEqual([
    ["Person", "Anna Ek"],
    ["Slag", "Fordon"],
    ["Registreringsnummer", "ABC 123"],
    ["Dörr", "Entré"],
    ["Styrenhet", "Port A"],
    ["Giltighet", "12 månader"],
    ["Från", "2026-11-22"],
    ["Till", "2027-11-22"],
    ["Aktiverad", "Ja"],
    ["Port", "8080"],
  ]);
  expect(changesOf(row, { ...row, plate: "ABC 123" })).toEqual([
    { field: "Registreringsnummer", before: "ABC123", after: "ABC 123" },
  ]);
  expect(rowHeading(row)).toBe("Anna Ek · ABC 123 · Entré · Port A");
  expect(changesOf(null, { removed: ["code", "doors"] })[0]?.after).toBe("gammal kod, tidigare dörrar");
});

test.each([
  ["the kind of event that an export was of", { kind: "doors" }, ["Slag", "Styrenheter och dörrar"]],
  ["what a receipt says was removed", { removed: ["doors"] }, ["Borttaget", "tidigare dörrar"]],
  ["why a door was opened", { reason: "hantverkare: Byte av lås" }, ["Skäl", "Hantverkare: Byte av lås"]],
  ["why granted passages were shown", { reason: "investigation" }, ["Skäl", "Utredning"]],
  ["the passages that an export was of", { status: "granted" }, ["Status", "Beviljad"]],
  ["what was encrypted anew", { reencrypted: { "weekly_codes.code": 3 } }, ["Krypterade om", "3 veckokoder"]],
  [
    "with what somebody signed in",
    { user_agent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/141.0.0.0 Safari/537.36" },
    ["Webbläsare", "Chrome på Windows"],
  ],
  [
    "what a camera read, as the sentence above it writes it",
    { plate_number: "MLB19Q" },
    ["Kamerans läsning", "MLB 19Q"],
  ],
  ["until when a door was held", { until: "2026-11-22T15:00:00Z" }, ["Till", "2026-11-22 16:00"]],
])("reads in words: %s", (_name, after, [field, words]) => {
  expect(changesOf(null, after)).toMatchObject([{ field, after: expect.stringContaining(words ?? "") }]);
});

test("the request of a relay is shown whole, so that two that differ never read alike", () => {
  const before = relayPreset("shelly_gen1");
  const [change] = changesOf({ relay_request: before }, { relay_request: { ...before, seconds: 3 } });
  expect(change?.field).toBe("Öppningsförfrågan");
  expect(change?.before).toContain("Shelly, första generationen · GET /relay/{unit}?turn=on&timer={seconds}");
  expect([change?.before, change?.after].join()).toMatch(/2 sekunder.*3 sekunder/);
});

test("a controller's confirmation names the removed entry, its person, place and time", () => {
  const removal = {
    controller_name: "Garage Kajen",
    credential_type: "pin",
    removed: ["access"],
    confirmed_at: "2026-11-26T17:02:00Z",
    suspended_until: null,
  };
  const said = (after: object) =>
    whatHeading({
      ...row,
      action: "removal_confirmed",
      actor: null,
      actor_name: null,
      subject_name: "Petra Väntegren",
      after: { ...removal, ...after },
    });
  const where = "på Garage Kajen";
  expect(said({})).toBe(`PIN-koden för Petra Väntegren är borttagen ${where}`);
  expect(said({ suspended_until: "2026-12-03" })).toBe(`PIN-koden för Petra Väntegren är spärrad ${where}`);
  expect(said({ credential_type: "license_plate" })).toContain(
    "Registreringsnumret i grindens lista för Petra Väntegren är borttaget",
  );
  expect(said({ removed: ["code", "doors"] })).toContain(
    "Den gamla PIN-koden och tillgången till de gamla dörrarna för Petra Väntegren är borttagna",
  );
});
