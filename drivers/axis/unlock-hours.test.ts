import { expect, test } from "vitest";
import { ALL_HOURS, deviceThatAnswers } from "./scripted-device.ts";
import { readDoorSchedules, unlockHoursOf } from "./unlock-hours.ts";
import { type WireSchedule, wireSchedule } from "./wire.ts";

const schedule = (token: string, hours: string, exceptions = "") =>
  wireSchedule.parse({ token, Name: token, ScheduleDefinition: hours, ExceptionScheduleDefinition: exceptions });
const event = (lines: readonly string[]) => ["BEGIN:VEVENT", ...lines, "END:VEVENT"].join("\r\n");
const weekdays = event(["DTSTART:20260105T080000", "DTEND:20260105T170000", "RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"]);
const christmas = event(["DTSTART:20261224T000000", "DTEND:20261225T000000"]);
const SCHEDULES: ReadonlyMap<string, WireSchedule> = new Map(
  [
    wireSchedule.parse(ALL_HOURS),
    schedule("office", weekdays),
    schedule("holidays", weekdays, christmas),
    schedule("once", christmas),
  ].map((one) => [one.token, one]),
);
const TODAY = "20261129";
const WEEK = [{ days: [1, 2, 3, 4, 5], from: "08:00", to: "17:00" }];

const state = (EnterAction: string, ...ScheduleToken: string[]) => ({ EnterAction, ScheduleToken });
const always = state("Lock", "standard_always");

async function read(DoorSchedule: unknown) {
  const { client } = deviceThatAnswers({
    "axtdc:GetDoorConfigurationList": { DoorConfiguration: [{ token: "door", DoorScheduleConfiguration: "hours" }] },
    "axtdc:GetDoorScheduleConfiguration": { DoorScheduleConfiguration: [{ token: "hours", DoorSchedule }] },
  });
  return (await readDoorSchedules(client))?.get("door");
}
const hoursOf = async (...states: unknown[]) =>
  unlockHoursOf(await read([{ PriorityLevel: "", ScheduledState: states }]), SCHEDULES, TODAY);

test.each([
  ["unlocks, then locks at all other times", [state("Unlock", "office"), always], WEEK, false],
  ["locks twice on the rest", [state("Unlock", "office"), always, state("DoubleLock", "standard_always")], WEEK, false],
  ["leaves out holidays", [state("Unlock", "holidays"), always], WEEK, true],
  ["never locks, so it stays unlocked", [state("Unlock", "office")], null, false],
  ["locks at certain times only", [state("Unlock", "office"), state("Lock", "office")], null, false],
  ["locks before it unlocks", [state("Lock", "once"), state("Unlock", "office"), always], null, false],
  ["unlocks on a single day", [state("Unlock", "once"), always], null, false],
])("a door that %s", async (_what, states, weekly, exceptions) => {
  expect(await hoursOf(...states)).toMatchObject({ weekly, exceptions });
});

test.each([
  ["that only locks", [always]],
  ["whose state has no schedule", [state("Unlock"), always]],
  ["whose schedule is gone", [state("Unlock", "gone"), always]],
])("a door %s has no hours", async (_what, states) => {
  expect(await hoursOf(...states)).toBeNull();
});

test("schedules that cannot be read are no answer, and neither is a unit that does not know the call", async () => {
  const door = await read([{ PriorityLevel: "", ScheduledState: [state("Unlock", "office"), always] }]);
  expect(unlockHoursOf(door, null, TODAY)).toBeUndefined();
  expect(unlockHoursOf(undefined, null, TODAY)).toBeNull();
  const silent = deviceThatAnswers({ "axtdc:GetDoorConfigurationList": "<html></html>" });
  expect(await readDoorSchedules(silent.client)).toBeNull();
});

test("a list of thousands of states, in any shape, is not read as a week", async () => {
  const many = Array.from({ length: 5_000 }, () => state("Unlock", "office"));
  expect(await hoursOf(...many, always)).toMatchObject({ weekly: null });
  expect(unlockHoursOf(await read("x"), SCHEDULES, TODAY)).toBeNull();
  expect(
    unlockHoursOf(await read([{ ScheduledState: [7, null, state("Unlock", "office")] }]), SCHEDULES, TODAY),
  ).toMatchObject({ schedules: ["office"], weekly: null });
});
