// Plants six mistakes in units, such as a driver could make with schedules. The comparison with the portal's answers must find
// each, and the portal's own comparison must correct it.
import { randomUUID } from "node:crypto";
import type { Schedule } from "#contract/schedules/schedule.ts";
import { compileHours } from "#drivers/axis/hours/compile-hours.ts";
import { encryptCredentialPin } from "#server/people/encrypt.ts";
import type { AxisSimulator } from "#simulators/axis/server.ts";
import { until } from "../world/quiet.ts";
import { comparePassings } from "./passings.ts";
import { addPlace, join, type Town, type TownDoor } from "./town.ts";

export interface PlantedResult {
  fault: string;
  /** Differences from the portal's answers that the fault caused. */
  found: number;
  /** Differences after the portal had compared the unit. */
  left: number;
}

const PIN = "975310";
const WEEK: Schedule = {
  hours: Array.from({ length: 7 }, (_, day) => ({
    weekday: day + 1,
    from: 420,
    to: 540,
    everyWeeks: 1,
    anchor: "2026-01-05",
    validFrom: null,
    validUntil: null,
  })),
  days: [],
};
const DAY_MS = 86_400_000;
const EVERY_DAY = [
  "BEGIN:VCALENDAR",
  "PRODID:",
  "VERSION:2.0",
  "BEGIN:VEVENT",
  "SUMMARY:x",
  "DTSTART:20200101T000000",
  "DTEND:20200102T000000",
  "RRULE:FREQ=DAILY",
  "DTSTAMP:20200101T000000",
  "UID:x",
  "END:VEVENT",
  "END:VCALENDAR",
  "",
].join("\r\n");

type Plant = (device: AxisSimulator, profile: string, schedule: string) => void;

const FAULTS: readonly [name: string, plant: Plant, mend?: (device: AxisSimulator) => void][] = [
  [
    "an exception in a shared list",
    ({ state }, profile, schedule) => {
      state.schedules.set("closed", {
        ...must(state.schedules.get(schedule)),
        token: "closed",
        ExceptionScheduleDefinition: EVERY_DAY,
      });
      setPolicies({ state }, profile, (list) => [...list, "closed"]);
    },
  ],
  [
    "UTC for local time",
    ({ state }) => void (state.timeZone = "UTC"),
    ({ state }) => void (state.timeZone = "Europe/Stockholm"),
  ],
  [
    "two schedules in one policy",
    (device, profile, schedule) =>
      setPolicies(device, profile, (list) => (list.includes(schedule) ? [schedule, "standard_always"] : list)),
  ],
  ["hours on an exit reader", (device, profile, schedule) => setPolicies(device, profile, () => [schedule])],
  [
    "a changed standard_always",
    ({ state }, _profile, schedule) => {
      // The readers' own rules keep their hours; the portal never writes those.
      state.schedules.set("reader_always", { ...must(state.schedules.get("standard_always")), token: "reader_always" });
      for (const rule of state.authenticationProfiles.values())
        rule.Schedule = rule.Schedule.map((token) => (token === "standard_always" ? "reader_always" : token));
      state.schedules.set("standard_always", { ...must(state.schedules.get(schedule)), token: "standard_always" });
    },
  ],
  [
    "an expired horizon",
    ({ state }, _profile, schedule) => {
      const { definition } = compileHours(WEEK, "2020-01-01");
      state.schedules.set(schedule, { ...must(state.schedules.get(schedule)), ScheduleDefinition: definition });
    },
  ],
];

export async function plantFaults(town: Town): Promise<PlantedResult[]> {
  const [door] = town.doors.filter(({ hasExitReader }) => hasExitReader);
  if (!door) throw new RangeError("no door with a reader on the way out");
  await addMorningPerson(town, door);
  await town.world.quiet(town.quietWithinMs, { wake: true });
  const doors = town.doors.filter(({ controllerId }) => controllerId === door.controllerId);
  const { device } = door;
  const results: PlantedResult[] = [];
  for (const [fault, plant, mend] of FAULTS) {
    // A comparison that began before the last fault was mended may still withhold the hours.
    await until(async () => {
      const isHeld = morningOn(device).schedule !== undefined;
      if (!isHeld) await town.engine.compareNow(door.controllerId);
      return isHeld;
    });
    const { profile, schedule: held } = morningOn(device);
    const schedule = must(held);
    device.faults.editByHand(() => plant(device, profile, schedule));
    const before = await comparePassings(town, doors, instants());
    await town.engine.compareNow(door.controllerId);
    let left = before.differences;
    // A replica whose hours are withheld stays pending, so the test waits for the unit's own behaviour.
    await until(async () => {
      left = (await comparePassings(town, doors, instants())).differences;
      return left === 0;
    });
    results.push({ fault, found: before.differences, left });
    mend?.(device);
    await town.engine.compareNow(door.controllerId);
    await town.world.quiet(town.quietWithinMs, { wake: true });
  }
  return results;
}

/** Returns the profile and the schedule that the morning person has on a unit. */
function morningOn(device: AxisSimulator): { profile: string; schedule: string | undefined } {
  const held = device.credentials().find(({ IdData }) => IdData.some(({ Value }) => Value === PIN));
  const profile = held?.CredentialAccessProfile.map((one) => one.AccessProfile)[0] ?? "";
  const schedule = device.state.accessProfiles
    .get(profile)
    ?.AccessPolicy.flatMap((one) => one.Schedule)
    .find((one) => one.startsWith("wp-sch-"));
  return { profile, schedule };
}

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("the unit does not hold what the fault needs");
  return value;
}

function setPolicies(
  { state }: Pick<AxisSimulator, "state">,
  token: string,
  change: (schedules: string[]) => string[],
) {
  for (const policy of state.accessProfiles.get(token)?.AccessPolicy ?? []) policy.Schedule = change(policy.Schedule);
}

/** Returns 07:30, noon and 23:00 of days in winter and summer. */
function instants(): Date[] {
  const year = new Date(Date.now() + 40 * DAY_MS).getUTCFullYear();
  return [
    "-01-20T06:30:00Z",
    "-01-20T07:30:00Z",
    "-01-20T11:00:00Z",
    "-06-15T05:30:00Z",
    "-06-15T06:30:00Z",
    "-06-15T21:00:00Z",
  ]
    .flatMap((text) => [new Date(`${year}${text}`), new Date(`${year + 1}${text}`)])
    .filter((at) => at.getTime() > Date.now() + DAY_MS)
    .slice(0, 8);
}

async function addMorningPerson({ world }: Town, door: TownDoor): Promise<void> {
  const { admin, keys, organizationId } = world;
  const [schedule, group, person, pin] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  await admin.query("insert into schedules (id, name) values ($1, 'Morgon')", [schedule]);
  await admin.query(
    `insert into schedule_hours (schedule_id, weekday, from_minute, to_minute, anchor)
     select $1, day, 420, 540, '2026-01-05' from generate_series(1, 7) day`,
    [schedule],
  );
  await admin.query("update access_points set hours_schedule_id = null, enabled = true where controller_id = $1", [
    door.controllerId,
  ]);
  await admin.query("insert into access_groups (id, organization_id, name) values ($1, $2, 'Morgon')", [
    group,
    organizationId,
  ]);
  await addPlace(world, group, door, schedule);
  await admin.query(
    "insert into end_users (id, organization_id, first_name, last_name) values ($1, $2, 'Mona', 'Morgon')",
    [person, organizationId],
  );
  await admin.query(
    `insert into credentials (id, end_user_id, credential_type, credential_value, valid_from, valid_to)
     values ($1, $2, 'pin', $3, now() - interval '1 day', now() + interval '3 years')`,
    [pin, person, encryptCredentialPin(keys, pin, PIN)],
  );
  await join(world, group, person);
}
