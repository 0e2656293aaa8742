import { describe, expect, test } from "vitest";
import { endUserForm, toEndUserPayload } from "#contract/forms/end-user.ts";
import {
  DOOR_ID,
  GATE_ID,
  NORD_ID,
  NOW,
  samplePerson,
  samplePin,
  sampleVehicle,
} from "#tests/components/fixtures/people/sample-person.ts";
import { doorIds, doorIdsAt } from "./person.ts";
import { changedLabels, emptyForm, fieldOfRefusal, formOf } from "./person-form-values.ts";

// Covers: 3.6
test("a stored person's form leaves the PIN blank, which keeps it, and shows the plate as people write it", () => {
  const form = formOf(samplePerson());
  expect(form).toMatchObject({
    enable_pin: true,
    pin_value: "",
    pin_access_points: [DOOR_ID],
    enable_vehicle: true,
    vehicle_plate: "MLB 84A",
    vehicle_controllers: [GATE_ID],
  });
  expect(toEndUserPayload(form).pin).toEqual({ validity_period: "12_months", access_point_ids: [DOOR_ID] });
});

test("what a group gives is not the person's own, so a save does not make it so", () => {
  const shared = { controller_id: GATE_ID, access_point_id: null, group_id: NORD_ID };
  const through = [
    { ...shared, access_point_id: GATE_ID },
    { controller_id: GATE_ID, access_point_id: DOOR_ID, group_id: NORD_ID },
    { controller_id: GATE_ID, access_point_id: DOOR_ID, group_id: null },
  ];
  const pin = samplePin({ controller_assignments: through });
  const form = formOf(samplePerson({ credentials: [pin, sampleVehicle({ controller_assignments: [shared] })] }));
  expect(form).toMatchObject({ pin_access_points: [DOOR_ID], vehicle_controllers: [] });
  expect(doorIds(pin)).toEqual([GATE_ID, DOOR_ID]);
});

test("a door is handed over from the membership's start to its end", () => {
  const at = { controller_id: GATE_ID, access_point_id: DOOR_ID, group_id: NORD_ID };
  const pin = samplePin({
    controller_assignments: [{ ...at, valid_from: "2026-12-01T00:00:00+00:00", valid_to: "2026-12-24T00:00:00+00:00" }],
  });
  const handed = ["2026-11-30", "2026-12-01", "2026-12-23", "2026-12-24"].map((day) => doorIdsAt(pin, new Date(day)));
  expect(handed).toEqual([[], [DOOR_ID], [DOOR_ID], []]);
});

test("with two PINs the older one is edited, as the server does", () => {
  const newer = samplePin({ id: "second", created_at: "2026-11-05T10:00:00+00:00", validity_period: "1_day" });
  expect(formOf(samplePerson({ credentials: [newer, samplePin()] })).pin_validity).toBe("12_months");
});

test("a stored period is renewed only when that was asked for", () => {
  const form = formOf(samplePerson());
  expect(toEndUserPayload(form).pin).not.toHaveProperty("renew");
  const renewed = toEndUserPayload({ ...form, pin_renew: true, vehicle_renew: true });
  expect([renewed.pin?.renew, renewed.vehicle?.renew]).toEqual([true, true]);
});

test("an own end date is sent as its day, refused when past or too far, and kept when stored and unchanged", () => {
  const ended = samplePin({ validity_period: "custom", valid_to: "2026-06-15T21:59:59+00:00" });
  const form = formOf(samplePerson({ credentials: [ended] }));
  expect(form).toMatchObject({ pin_validity: "custom", pin_end_date: "2026-06-15" });
  expect(toEndUserPayload(form).pin).toMatchObject({ validity_period: "custom", end_date: "2026-06-15" });
  const of = (day: string) =>
    endUserForm({ now: NOW, stored: { pin: "2026-06-15" } })
      .safeParse({ ...form, pin_end_date: day })
      .error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  expect(of("2026-06-15")).toBeUndefined();
  expect(of("2026-11-21")).toBeUndefined();
  expect(of("2036-11-21")).toBeUndefined();
  expect(of("2026-11-20")).toEqual(["pin_end_date: Slutdatumet har passerat. Välj i dag eller en senare dag."]);
  expect(of("2036-11-22")).toEqual(["pin_end_date: Slutdatumet får vara högst 10 år fram"]);
  expect(of("")).toEqual(["pin_end_date: Välj slutdatum"]);
});

// Covers: 4.13
test("an unticked block is left out of what is saved, which removes it", () => {
  const payload = toEndUserPayload({ ...formOf(samplePerson()), enable_vehicle: false });
  expect(payload.vehicle).toBeUndefined();
  expect(payload.pin).toBeDefined();
});

describe("a new person", () => {
  const filled = { ...emptyForm(NORD_ID), first_name: "Alva", last_name: "Exempelsson" };
  const messages = (form: object) =>
    Object.fromEntries(
      (endUserForm({ now: NOW }).safeParse(form).error?.issues ?? []).map((issue) => [issue.path[0], issue.message]),
    );

  test("needs names and one permission", () => {
    const permission = { enable_pin: "Minst en behörighet måste väljas med korrekt information" };
    expect(messages(filled)).toEqual(permission);
    expect(messages(emptyForm(NORD_ID))).toEqual({
      ...permission,
      first_name: "Förnamn krävs",
      last_name: "Efternamn krävs",
    });
  });

  test("needs a door for the PIN, and 4–6 digits where one is typed", () => {
    const pin = { ...filled, enable_pin: true };
    expect(messages(pin)).toEqual({ pin_access_points: "Välj minst en dörr för PIN-koden" });
    expect(messages({ ...pin, pin_value: "123", pin_access_points: [DOOR_ID] })).toEqual({
      pin_value: "PIN måste vara 4-6 siffror",
    });
  });

  test("needs plate, type, validity and a gate for the vehicle", () => {
    expect(messages({ ...filled, enable_vehicle: true, vehicle_type: "", vehicle_validity: "" })).toEqual({
      vehicle_plate: "Registreringsnummer krävs",
      vehicle_type: "Fordonstyp krävs",
      vehicle_validity: "Välj giltighet",
      vehicle_controllers: "Välj minst en grind för fordonet",
    });
  });

  test("needs an organisation", () => {
    expect(messages({ ...filled, organization_id: "" })["organization_id"]).toBe(
      "Välj en organisation för att fortsätta",
    );
  });
});

test.each([
  ["pin.value", "pin_value"],
  ["payload.pin.access_point_ids.3", "pin_access_points"],
  ["access_point_ids", "pin_access_points"],
  ["controller_ids", "vehicle_controllers"],
  ["payload.vehicle.plate_number", "vehicle_plate"],
  ["organization_id", "organization_id"],
])("the server's field %s is the form's %s", (server, field) => {
  expect(fieldOfRefusal(server)).toBe(field);
});

test("a field that the form does not have is nobody's", () => {
  expect(fieldOfRefusal("payload.seen_at")).toBeUndefined();
  expect(fieldOfRefusal(undefined)).toBeUndefined();
});

test("another person's changes are named by the labels of the form", () => {
  const before = samplePerson();
  const after = samplePerson({
    last_name: "Provberg",
    credentials: [samplePin({ validity_period: "1_week" }), sampleVehicle({ controller_assignments: [] })],
  });
  expect(changedLabels(before, after)).toEqual(["Efternamn", "Giltighet", "Grindar"]);
  expect(changedLabels(before, before)).toEqual([]);
  const renewed = samplePerson({
    credentials: [samplePin({ valid_to: "2028-01-01T10:00:00+00:00" }), sampleVehicle()],
  });
  expect(changedLabels(before, renewed)).toEqual(["Giltighet"]);
});
