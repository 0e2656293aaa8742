// Other people's objects on a unit may have an unknown form. They stop no removal, grant or comparison, and cause no error of the
// controller.
import { afterEach, beforeEach, expect, test } from "vitest";
import type { SyncEngine } from "#server/reconcile/engine/engine.ts";
import { type AxisSimulator, startAxisSimulator } from "#simulators/axis/server.ts";
import type { AxisState } from "#simulators/axis/state.ts";
import { paced } from "#tests/support/pace.ts";
import { type Installation, makeInstallation, type TestController } from "./installation.ts";
import { startSimulatedDevices } from "./simulated-devices.ts";

let portal: Installation;
let engine: SyncEngine;
let axis: AxisSimulator;
let fixture: TestController;
let entry: string;

beforeEach(async () => {
  portal = await makeInstallation();
  axis = await startAxisSimulator({ doors: [{ name: "Entré" }, { name: "Garage" }] });
  [entry = ""] = axis.doorTokens;
  ({ fixture, engine } = await startSimulatedDevices(portal, axis, { name: "Porten" }));
});
afterEach(async () => {
  await portal.close();
  await axis.close();
});

const CARD = {
  token: "tekniker-1",
  UserToken: "tekniker",
  Description: "",
  ValidFrom: "",
  ValidTo: "",
  Enabled: true,
  Status: "Enabled",
  IdData: [{ Name: "Card", Value: "0012345678" }],
  Attribute: [],
  AuthenticationProfile: [],
  CredentialAccessProfile: [],
};

/** Objects that a technician's tool, another firmware or a restored back-up left. */
const ODD_CREDENTIALS: [what: string, odd: object][] = [
  ["an end that is no time", { ValidTo: "never" }],
  ["a leap second", { ValidTo: "2016-12-31T23:59:60Z" }],
  ["a list with an empty profile", { CredentialAccessProfile: [{ AccessProfile: "" }] }],
  ["one profile without a list", { CredentialAccessProfile: { AccessProfile: "p" } }],
  ["data without a name", { IdData: [{ Value: "1" }] }],
  ["data that is an object", { IdData: [{ Name: "Card", Value: { Bits: 26 } }] }],
  ["a number for its switch", { Enabled: 1 }],
  ["an object for its user", { UserToken: {} }],
];

const controllerState = () =>
  portal.one("select json_build_object('attempts', attempts, 'last_error', last_error) as value from controller_sync");

async function othersAreServed(): Promise<void> {
  const berit = await portal.addPerson("Berit", "483920", [[fixture, "Entré"]]);
  expect(await engine.waitForSources([berit.credentialId], paced(10_000))).toEqual([]);
  expect(axis.wouldOpen("483920", entry)).toBe(true);
  await portal.deletePerson(berit);
  expect(await engine.waitForSources([berit.credentialId], paced(10_000))).toEqual([]);
  expect(axis.wouldOpen("483920", entry)).toBe(false);
}

test.each(ODD_CREDENTIALS)("a technician's credential with %s", async (_what, odd) => {
  axis.faults.editByHand(({ credentials }) =>
    credentials.set(CARD.token, Object.assign({ ...CARD, Status: "Enabled" as const }, odd)),
  );
  await othersAreServed();
  expect((await engine.compareNow(fixture.id)).items).toMatchObject([{ kind: "unknown_object", token: CARD.token }]);
  expect(await controllerState()).toEqual({ attempts: 0, last_error: null });
});

test("a technician's group and schedule of an odd form stop no comparison", async () => {
  axis.faults.editByHand(({ accessProfiles }) => {
    const [known] = accessProfiles.values();
    if (known === undefined) throw new Error("a unit has a profile of its own doors");
    const odd: object = { Name: 7, Schedule: {}, AuthenticationProfile: 0, AccessPolicy: ["x", {}] };
    accessProfiles.set("grupp-1", Object.assign({ ...known, token: "grupp-1" }, odd));
  });
  await othersAreServed();
  expect((await engine.compareNow(fixture.id)).doors).toMatchObject({ doors: 2, missing: 0 });
  expect(await controllerState()).toEqual({ attempts: 0, last_error: null });
});

/** Each is refused by a column of the portal, unless the driver reads it as what it says: nothing. */
const ODD_DOORS: [what: string, edit: (state: AxisState) => void][] = [
  [
    "a reader that writes no limit as a large number",
    ({ idPoints }) => idPoints.forEach((reader) => (reader.MaxPINSize = 65_535)),
  ],
  [
    "a reader whose sizes are no sizes",
    ({ idPoints }) => idPoints.forEach((reader) => Object.assign(reader, { MinPINSize: 1.5, MaxPINSize: 6.5 })),
  ],
  [
    "an access point whose door's name has 300 signs",
    ({ accessPoints }) => {
      const [known] = accessPoints.values();
      if (known === undefined) throw new Error("a unit has access points");
      accessPoints.set("punkt-1", { ...known, token: "punkt-1", Entity: "d".repeat(300) });
    },
  ],
  ["a new door whose name is a direction mark", (state) => addDoor(state, "\u202e")],
  ["a new door whose name is longer in its normal form", (state) => addDoor(state, "\u0958".repeat(100))],
  ["a new door whose name has a sign of two units at the last place", (state) => addDoor(state, `${"x".repeat(99)}🚪`)],
  [
    "a technician's user whose name has a sign of two units at the last place",
    ({ users }) =>
      users.set("tekniker", { token: "tekniker", Name: `${"x".repeat(1023)}🚪`, Description: "", Attribute: [] }),
  ],
  [
    "a thousand technicians' users with the longest names",
    ({ users }) => {
      for (let n = 0; n < 1_000; n++)
        users.set(`tekniker-${n}`, { token: `tekniker-${n}`, Name: "字".repeat(1024), Description: "", Attribute: [] });
    },
  ],
];

function addDoor({ doors, accessPoints }: AxisState, Name: string): void {
  const [point] = accessPoints.values();
  const door = point && doors.get(point.Entity);
  if (point === undefined || door === undefined) throw new Error("a unit has doors");
  doors.set("dörr-3", { ...door, token: "dörr-3", Name });
  accessPoints.set("punkt-3", { ...point, token: "punkt-3", Entity: "dörr-3" });
}

test.each(ODD_DOORS)("%s stops no comparison, and nobody's removal", async (_what, edit) => {
  axis.faults.editByHand(edit);
  expect((await engine.compareNow(fixture.id)).doors).toMatchObject({ missing: 0 });
  await othersAreServed();
  expect(await controllerState()).toEqual({ attempts: 0, last_error: null });
  // The report after a restore has the same room.
  expect(Buffer.byteLength(JSON.stringify(await engine.inspect(fixture.id)))).toBeLessThan(2_000_000);
});
