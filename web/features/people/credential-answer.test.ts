import { describe, expect, test } from "vitest";
import type { ControllerState } from "#contract/tables/sync-status.ts";
import { doorOf, gate, portA, sampleUnit } from "#tests/components/fixtures/people/sample-access.ts";
import {
  DOOR_ID,
  NOW,
  OTHER_DOOR_ID,
  PIN_ID,
  PORT_A_ID,
  samplePin,
  sampleReplica,
  sampleVehicle,
} from "#tests/components/fixtures/people/sample-person.ts";
import { answerWords } from "./credential-answer.ts";
import { placesOf } from "./credential-places.ts";
import type { PersonCredential } from "./person.ts";

const SAVED = "2026-11-20T12:00:00+00:00";

const unit = (state: ControllerState["state"], last_error: string | null = null) => sampleUnit({ state, last_error });

function answer(
  credential: PersonCredential,
  units = [unit("online")],
  access = [portA, gate],
  unfitting: Parameters<typeof placesOf>[2]["unfitting"] = [],
) {
  return answerWords(credential, SAVED, placesOf(credential, access, { units, unfitting }), NOW);
}
const waiting = (fields: Parameters<typeof sampleReplica>[0] = {}) =>
  samplePin({ sync_states: [sampleReplica({ state: "pending", synced_at: null, ...fields })] });

describe("what opens at certain hours", () => {
  const right = (schedule: string | null, controller_id = gate.id) => ({
    controller_id,
    access_point_id: null,
    schedules: schedule === null ? null : { name: schedule },
  });
  const lines = (controller_assignments: PersonCredential["controller_assignments"], at = gate) =>
    answer(sampleVehicle({ controller_assignments }), undefined, [at]).lines;
  const plate = "Fordonet MLB 84A";

  test("is said with the schedules, and a right without hours is enough", () => {
    expect(lines([right("Städ")])).toEqual([`${plate} öppnar ${gate.name} vissa tider, enligt Städ.`]);
    expect(lines([right("Städ"), right("Puts")])).toEqual([
      `${plate} öppnar ${gate.name} vissa tider, enligt Puts och Städ.`,
    ]);
    expect(lines([right("Städ"), right(null)])).toEqual([`${plate} öppnar ${gate.name}.`]);
    const later = { ...right(null), valid_from: "2027-01-01T00:00:00+00:00" };
    expect(lines([right("Städ"), later])).toEqual([`${plate} öppnar ${gate.name} vissa tider, enligt Städ.`]);
  });

  test("is not on the list that a gate's device keeps", () => {
    const listed = { ...gate, list_sync: true };
    expect(lines([right("Städ")], listed)[1]).toBe(
      `${gate.name} har en egen lista utan klockslag. ${plate} står inte på den och öppnar inte där när portalen är borta.`,
    );
    expect(lines([right(null)], listed)).toHaveLength(1);
  });

  test("may still open by that list where the portal has switched off the gate or the vehicle", () => {
    const off = { ...gate, list_sync: true, enabled: false };
    const at = (state: "pending" | "pending_removal" | "synced", enabled = true) =>
      answer(
        sampleVehicle({
          enabled,
          sync_states: [sampleReplica({ controller_id: gate.id, controller_name: gate.name, state })],
        }),
        undefined,
        [off],
      ).lines;
    const mayOpen = `Den kan fortfarande öppna på ${gate.name}, tills styrenheten har bekräftat att den är borta.`;
    expect(at("pending").at(-1)).toBe(mayOpen);
    expect(at("pending_removal", false)).toEqual([`${plate} fungerar inte: det är avstängt.`, mayOpen]);
    expect(at("synced", false)).toHaveLength(1);
  });
});

test("a gate that does not answer, or did not open the last time, may not open for a plate that has it", () => {
  const at = (state: ControllerState["state"]) =>
    answer(sampleVehicle(), [sampleUnit({ controller_id: gate.id, state })], [gate]);
  expect(at("online")).toEqual({ tone: "ok", isAboutSync: false, lines: ["Fordonet MLB 84A öppnar Infart."] });
  expect(at("offline")).toEqual({
    tone: "wait",
    isAboutSync: true,
    lines: ["Fordonet MLB 84A öppnar Infart.", "Infart svarar inte, eller öppnade inte senast."],
  });
});

describe("why a code does not open", () => {
  test("it opens where the device confirmed it, and the doors it has not are named", () => {
    expect(answer(samplePin())).toEqual({
      tone: "ok",
      isAboutSync: false,
      lines: [
        "Koden öppnar Entré. Bekräftad där i dag 10:00.",
        "Koden gäller inte Soprum: användaren har inte fått tillgång där.",
      ],
    });
  });

  test("it cannot be typed where the reader takes codes of another length, and opens the other doors", () => {
    const both = samplePin({
      controller_assignments: [DOOR_ID, OTHER_DOOR_ID].map((id) => ({ controller_id: PORT_A_ID, access_point_id: id })),
    });
    expect(answer(both, undefined, undefined, [{ credential_id: PIN_ID, access_point_id: OTHER_DOOR_ID }])).toEqual({
      tone: "fail",
      isAboutSync: false,
      lines: [
        "Koden går inte att slå vid Soprum: läsaren där tar koder av annan längd. Ge användaren en ny PIN-kod.",
        "Koden öppnar Entré. Bekräftad där i dag 10:00.",
      ],
    });
    expect(
      answer(both, undefined, undefined, [{ credential_id: "another", access_point_id: OTHER_DOOR_ID }]).tone,
    ).toBe("ok");
  });

  test("it does not open where the reader wants a card", () => {
    const card = { ...portA, access_points: [{ ...doorOf(DOOR_ID, "Entré"), pin_use: "never" as const }] };
    expect(answer(samplePin(), undefined, [card])).toEqual({
      tone: "fail",
      isAboutSync: false,
      lines: ["Koden öppnar inte Entré: läsaren där kräver kort."],
    });
  });

  test.each([
    ["expired", { valid_to: "2026-11-20T10:00:00+00:00" }, "Koden fungerar inte: giltigheten gick ut i går 11:00."],
    ["switched off", { enabled: false }, "Koden fungerar inte: den är avstängd."],
    [
      "not valid yet",
      { valid_from: "2026-12-01T00:00:00+01:00" },
      "Koden fungerar inte: den börjar gälla 1 december 2026.",
    ],
    ["without a door", { controller_assignments: [], sync_states: [] }, "Koden fungerar inte: ingen dörr är vald."],
  ])("%s", (_name, fields, sentence) => {
    expect(answer(samplePin(fields))).toMatchObject({ tone: "fail", lines: [sentence] });
  });

  test("a membership that begins later opens nothing yet, at a door or a gate, and says from when it does", () => {
    const coming = { group_id: OTHER_DOOR_ID, valid_from: "2026-12-01T00:00:00+01:00" };
    const pin = samplePin({
      controller_assignments: [
        { controller_id: PORT_A_ID, access_point_id: DOOR_ID },
        { controller_id: PORT_A_ID, access_point_id: OTHER_DOOR_ID, ...coming },
      ],
    });
    expect(answer(pin)).toEqual({
      tone: "wait",
      isAboutSync: false,
      lines: ["Koden börjar gälla för Soprum 1 december 2026.", "Koden öppnar Entré. Bekräftad där i dag 10:00."],
    });
    const vehicle = sampleVehicle();
    const gates = vehicle.controller_assignments.map((one) => ({ ...one, ...coming }));
    expect(answer({ ...vehicle, controller_assignments: gates }).lines).toEqual([
      "Fordonet MLB 84A börjar gälla för Infart 1 december 2026.",
    ]);
    const both = [...vehicle.controller_assignments, ...gates];
    expect(answer({ ...vehicle, controller_assignments: both }).lines).toEqual(["Fordonet MLB 84A öppnar Infart."]);
    expect(answer({ ...vehicle, controller_assignments: gates, enabled: false }).lines).toEqual([
      "Fordonet MLB 84A fungerar inte: det är avstängt.",
    ]);
  });

  test("a removal that the controller has not confirmed may still open", () => {
    const there = [sampleReplica({ state: "pending_removal", desired: false })];
    expect(answer(samplePin({ enabled: false, sync_states: there })).lines[1]).toContain(
      "kan fortfarande öppna på Port A",
    );
  });

  test.each([
    ["not written yet", waiting(), [unit("online")], "den är ännu inte skriven till Port A."],
    [
      "silent",
      waiting({ state: "failed", last_error: "timeout" }),
      [],
      "den är inte skriven till Port A, som inte svarar.",
    ],
    ["silent as the controller's own fault", waiting(), [unit("offline", "unreachable")], "Port A, som inte svarar."],
    ["refused", waiting({ controller_cause: "auth_failed" }), [], "Port A tar inte emot den."],
    ["paused", waiting({ controller_cause: "disabled" }), [], "Port A är inaktiverad eller pausad"],
  ])("%s", (_name, credential, units, sentence) => {
    const { lines, tone, isAboutSync } = answer(credential, units);
    expect(lines[0]).toContain("Koden fungerar inte vid Entré: ");
    expect(lines[0]).toContain(sentence);
    expect(lines[0]).toContain("Väntar sedan i går 13:00.");
    expect([tone, isAboutSync]).toEqual(["wait", true]);
  });

  test("a changed code waits, and the door goes on with what it had", () => {
    const changed = waiting({ synced_at: "2026-11-19T09:00:00+00:00" });
    const [line] = answer(changed).lines;
    expect(line).toMatch(/^Den senaste ändringen gäller inte än vid Entré: /); // The same code may be there.
    expect(line).toContain("Till dess gäller det som Port A hade förut.");
  });

  test("a silent controller that has the code opens without the portal", () => {
    expect(answer(samplePin(), [unit("offline", "timeout")])).toMatchObject({
      tone: "ok",
      lines: ["Koden öppnar Entré.", expect.stringContaining("Port A svarar inte nu."), expect.any(String)],
    });
  });

  test("a door that is switched off, or gone with its controller, is named with its reason", () => {
    const off = { ...portA, access_points: [{ ...doorOf(DOOR_ID, "Entré"), enabled: false }] };
    expect(answer(samplePin(), [], [off])).toMatchObject({ tone: "fail", lines: [expect.stringContaining("Entré")] });
    expect(answer(samplePin(), [], []).lines[0]).toContain(
      "en dörr på Port A: avstängd, borta från styrenheten eller inte längre tilldelad",
    );
    const missing = { ...doorOf(DOOR_ID, "Entré"), missing_since: "2026-11-20T12:00:00+00:00" };
    expect(answer(samplePin(), undefined, [{ ...portA, access_points: [missing] }]).lines[0]).toContain(
      "Koden öppnar inte Entré: avstängd, borta från styrenheten",
    );
  });

  test("many doors become a few names and a number", () => {
    const doors = Array.from({ length: 9 }, (_, index) => doorOf(`x${index}`, `Port ${index}`));
    const many = { ...portA, access_points: [doorOf(DOOR_ID, "Entré"), ...doors] };
    expect(answer(samplePin(), [unit("online")], [many]).lines[1]).toBe(
      "Koden gäller inte Port 0, Port 1, Port 2, Port 3 och 5 till: användaren har inte fått tillgång där.",
    );
  });

  test("a vehicle is the portal's own decision at the gate", () => {
    expect(answer(sampleVehicle()).lines).toEqual(["Fordonet MLB 84A öppnar Infart."]);
    expect(answer(sampleVehicle({ valid_to: "2026-03-12T11:00:00+00:00" })).lines).toEqual([
      "Fordonet MLB 84A fungerar inte: giltigheten gick ut 12 mars 2026.",
    ]);
    expect(answer(sampleVehicle({ valid_from: "2026-12-01T00:00:00+01:00" })).lines).toEqual([
      "Fordonet MLB 84A fungerar inte: det börjar gälla 1 december 2026.",
    ]);
  });
});
