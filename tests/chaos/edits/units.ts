// The controllers of a campaign, and the expected effect of a PIN alone at each of their doors.
import type { Pool } from "pg";
import type { DoorSetup } from "#simulators/axis/factory.ts";
import type { AxisSimulatorOptions } from "#simulators/axis/server.ts";

export interface Unit {
  make: AxisSimulatorOptions;
  doors: readonly DoorSetup[];
}

export const DOORS = ["Entré", "Garage", "Soprum", "Teknikrum"];

const plain = DOORS.map((name): DoorSetup => ({ name }));
const SMALL_PAGES: AxisSimulatorOptions = {
  https: false,
  policy: "digest",
  switches: { pageCap: 37, removeAllOrNothing: false },
};
const A1601: Unit = { make: { model: "A1601" }, doors: plain };
const A1001: Unit = {
  make: { model: "A1001", switches: { faultStatus: 200, emptyListAsArray: false, singleTokenAsString: true } },
  doors: plain,
};
export const FACTORY_UNITS: readonly Unit[] = [
  A1601,
  { make: { model: "A1610", ...SMALL_PAGES }, doors: plain },
  A1001,
];
/** Half of the units have an installer's settings. Each kind of door exists in both halves, under other names. */
export const WITH_ENTRY_MANAGER: readonly Unit[] = [
  A1601,
  A1001,
  {
    make: { model: "ENTRY_MANAGER" },
    doors: [
      { name: "Entré" },
      { name: "Garage", pinHours: "weekdays" },
      { name: "Soprum", authentication: "nobody" },
      { name: "Teknikrum", authentication: "card-and-pin" },
    ],
  },
  {
    make: { model: "ENTRY_MANAGER", ...SMALL_PAGES },
    doors: [
      { name: "Entré", authentication: "card" },
      { name: "Garage" },
      { name: "Soprum", authentication: "pin", pinHours: "nights" },
      { name: "Teknikrum", authentication: "nobody" },
    ],
  },
];

/** Returns doors for which the portal reports another rule than was installed or chosen. */
export async function wrongPinUse(
  admin: Pool,
  units: readonly { id: string; doors: readonly DoorSetup[] }[],
): Promise<string[]> {
  const { rows } = await admin.query<{ controller_id: string; name: string; pin_use: string; pin_alone: boolean }>(
    "select controller_id, name, pin_use, pin_alone from access_points where device_door_token is not null",
  );
  return rows.flatMap(({ controller_id, name, pin_use, pin_alone }) => {
    const door = units.find(({ id }) => id === controller_id)?.doors.find((one) => one.name === name);
    const wanted = pin_alone ? "always" : installedUse(door);
    return pin_use === wanted ? [] : [`${name} of ${controller_id} is said to take a PIN ${pin_use}, not ${wanted}`];
  });
}

function installedUse(door: DoorSetup | undefined): string {
  if (door?.authentication === "nobody") return "nobody";
  if (door?.authentication === "card" || door?.authentication === "card-and-pin") return "never";
  return (door?.pinHours ?? "always") === "always" ? "always" : "hours";
}
