// A unit's schedules as the vendor describes them: lists, exceptions, the unit's own time zone, and readers on both sides of a door.
import { afterEach, expect, test } from "vitest";
import { vapix } from "../testing/call-device.ts";
import type { DoorSetup } from "./factory.ts";
import { type AxisSimulator, type AxisSimulatorOptions, startAxisSimulator } from "./server.ts";

let open: AxisSimulator | undefined;
afterEach(async () => open?.close());

async function start(options: AxisSimulatorOptions = {}): Promise<AxisSimulator> {
  const people = [{ firstName: "Anna", lastName: "Berg", pin: "4839" }];
  open = await startAxisSimulator({ https: false, policy: "basic", seed: { people }, ...options });
  return open;
}

const calendar = (start: string, end: string, ...rules: string[]): string =>
  ["BEGIN:VCALENDAR", "BEGIN:VEVENT", `DTSTART:${start}`, `DTEND:${end}`, ...rules, "END:VEVENT", "END:VCALENDAR"].join(
    "\r\n",
  );

/** Closes on one day and opens on none. */
const HOLIDAY = {
  token: "holiday",
  ScheduleDefinition: "",
  ExceptionScheduleDefinition: calendar("20261224", "20261225"),
};

function setSchedule(device: AxisSimulator, schedule: { token: string; [field: string]: unknown }) {
  const Schedule = [{ Name: schedule.token, ScheduleDefinition: "", ExceptionScheduleDefinition: "", ...schedule }];
  return vapix(device.url, "/vapix/schedule", { "axsch:SetSchedule": { Schedule } });
}

async function isActive(device: AxisSimulator, Token: string[], when: { UtcTime?: string; LocalTime?: string }) {
  const reply = await vapix(device.url, "/vapix/schedule", { "axsch:ScheduleActive": { Token, ...when } });
  return reply.json;
}

test.each([
  ["Europe/Stockholm", "2026-07-01T05:59:59Z", "2026-07-01T06:00:00Z"],
  ["UTC", "2026-07-01T07:59:59Z", "2026-07-01T08:00:00Z"],
  ["America/New_York", "2026-07-01T11:59:59Z", "2026-07-01T12:00:00Z"],
] as const)("office hours begin at eight on the wall clock of a unit in %s", async (timeZone, before, at) => {
  const device = await start({ timeZone });
  const office = ["standard_office_hours"];
  expect(await isActive(device, office, { UtcTime: before })).toEqual({ Active: false, Exception: false });
  expect(await isActive(device, office, { UtcTime: at })).toEqual({ Active: true, Exception: false });
  const stated = { LocalTime: "2026-07-01T08:00:00", UtcTime: before };
  expect(await isActive(device, office, stated)).toEqual({ Active: true, Exception: false });
});

test("the clock on the wall follows both changes of time", async () => {
  const device = await start();
  await setSchedule(device, {
    token: "night",
    ScheduleDefinition: calendar("20260101T023000", "20260101T030000", "RRULE:FREQ=DAILY"),
  });
  const at = async (UtcTime: string) => await isActive(device, ["night"], { UtcTime });
  const nights: [time: string, isNight: boolean][] = [
    // The hour after two is missing in spring and comes twice in autumn.
    ["2026-03-29T00:59:59Z", false],
    ["2026-03-29T01:00:00Z", false],
    ["2026-10-25T00:30:00Z", true],
    ["2026-10-25T01:00:00Z", false],
    ["2026-10-25T01:30:00Z", true],
  ];
  for (const [time, isNight] of nights) expect(await at(time), time).toMatchObject({ Active: isNight });
});

test("an exception of one schedule ends its whole list, and a token of no schedule is not found", async () => {
  const device = await start();
  await setSchedule(device, HOLIDAY);
  const UtcTime = "2026-12-24T12:00:00Z";
  expect(await isActive(device, ["standard_always"], { UtcTime })).toEqual({ Active: true, Exception: false });
  expect(await isActive(device, ["standard_always", "holiday"], { UtcTime })).toEqual({
    Active: false,
    Exception: true,
  });
  expect(await isActive(device, ["standard_always", "gone"], { UtcTime })).toMatchObject({
    FaultSubCode: "ter:NotFound",
  });
  expect(await isActive(device, [], { UtcTime })).toMatchObject({ Fault: "env:Sender" });
  expect(await isActive(device, ["standard_always"], { UtcTime: "Christmas" })).toMatchObject({
    Fault: "env:Sender",
  });
});

test("a reader on the inside decides by itself, and the entrance says nothing for it", async () => {
  const doors: DoorSetup[] = [{ name: "Tvätt", exit: "reader" }, { name: "Entré" }];
  const device = await start({ doors });
  const [laundry = "", entrance = ""] = device.doorTokens;
  const night = new Date("2026-12-02T23:00:00Z");
  const ways = (door: string) => [device.wouldOpen("4839", door, night), device.wouldLetOut("4839", door, night)];
  expect([ways(laundry), ways(entrance)]).toEqual([
    [true, true],
    [true, true],
  ]);
  for (const profile of device.state.accessProfiles.values())
    for (const policy of profile.AccessPolicy) {
      const point = device.state.accessPoints.get(policy.AccessPoint);
      const isEntry = point?.Attribute.some(({ Name, Value }) => Name === "Direction" && Value === "in");
      if (isEntry) policy.Schedule = ["standard_office_hours"];
    }
  device.state.changed();
  expect([ways(laundry), ways(entrance)]).toEqual([
    [false, true],
    [false, true],
  ]);
});
