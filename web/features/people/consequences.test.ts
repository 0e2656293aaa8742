import { expect, test } from "vitest";
import {
  NOW,
  samplePerson,
  samplePin,
  sampleReplica,
  sampleVehicle,
} from "#tests/components/fixtures/people/sample-person.ts";
import { consequencesOf, countedCredentials, extensionsOf } from "./consequences.ts";

const atGarage = sampleReplica({ controller_id: "garage", controller_name: "Garage Kajen" });

test("people's PINs by controller and their plates are counted, most PINs first", () => {
  const people = [
    samplePerson({ credentials: [samplePin({ sync_states: [atGarage] }), sampleVehicle()] }),
    samplePerson({ id: "bo", credentials: [samplePin({ sync_states: [sampleReplica(), atGarage] })] }),
    samplePerson({ id: "cilla", credentials: [] }),
  ];
  expect(consequencesOf(countedCredentials(people, "all"))).toEqual({
    pins: 2,
    controllers: [
      { name: "Garage Kajen", pins: 2 },
      { name: "Port A", pins: 1 },
    ],
    plates: 1,
  });
});

test("codes that are off already are not counted when they are switched off", () => {
  const people = [samplePerson({ credentials: [samplePin({ enabled: false }), sampleVehicle()] })];
  expect(consequencesOf(countedCredentials(people, "enabled"))).toEqual({ pins: 0, controllers: [], plates: 1 });
});

test("an extension counts what gets a new end, and apart what has enough left", () => {
  const ended = { valid_to: "2026-11-20T10:00:00+00:00" };
  const people = [
    samplePerson({ credentials: [samplePin(ended), sampleVehicle({ valid_to: "2027-11-01T10:00:00+00:00" })] }),
    samplePerson({ id: "bo", credentials: [samplePin({ valid_to: "2029-01-01T10:00:00+00:00" })] }),
    samplePerson({ id: "cilla", credentials: [samplePin({ valid_to: null })] }),
  ];
  expect(extensionsOf(people, NOW)).toEqual({ pins: 1, plates: 1, enough: 1 });
});
