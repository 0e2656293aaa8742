import { expect, test } from "vitest";
import { toDoorEvent, toScheduleEdge } from "./event-topics.ts";
import { parseEvents } from "./event-wire.ts";

const rowOf = (values: Record<string, string>) => {
  const page = parseEvents({
    Event: [
      {
        rowid: 7,
        token: "event-7",
        UtcTime: "2026-11-24T06:30:00Z",
        KeyValues: Object.entries(values).map(([Key, Value]) => ({ Key, Value })),
      },
    ],
  });
  const [row] = page?.rows ?? [];
  if (!row) throw new Error("unreadable");
  return row;
};
const eventOf = (values: Record<string, string>) => toDoorEvent(rowOf(values), new Map([["point-1", "door-1"]]));
const GRANTED = { topic0: "AccessControl", topic1: "AccessGranted", topic2: "Credential" };

test("an event at an access point that the unit does not list is kept without a door", () => {
  expect(eventOf({ ...GRANTED, AccessPointToken: "point-1" })).toMatchObject({ doorToken: "door-1", granted: true });
  expect(eventOf({ ...GRANTED, AccessPointToken: "point-of-another-unit" })).toMatchObject({ doorToken: null });
});

test("a credential that is not the portal's is passed on as the device names it", () => {
  expect(eventOf({ ...GRANTED, CredentialToken: "Axis-00408c:1.2" })).toMatchObject({
    credentialToken: "Axis-00408c:1.2",
  });
});

test.each([
  ["topics of tomorrow", { topic0: "AccessControl", topic1: "Pondered" }],
  ["a state without its word", { topic0: "Door", topic1: "State", topic2: "DoorAlarm" }],
  ["no topic", {}],
])("%s are no event", (_what, values) => {
  expect(eventOf(values)).toBeNull();
});

const INTERVAL = { topic0: "Schedule", topic1: "Interval", ScheduleToken: "wp-sch-1" };

test.each([
  ["1", true],
  ["true", true],
  ["0", false],
  ["false", false],
])("a schedule of the portal whose row has Active %s", (Active, isActive) => {
  expect(toScheduleEdge(rowOf({ ...INTERVAL, Active }))).toEqual({
    schedule: "wp-sch-1",
    isActive,
    deviceTime: new Date("2026-11-24T06:30:00Z"),
  });
});

test.each([
  ["somebody else's schedule", { ...INTERVAL, ScheduleToken: "standard_always", Active: "1" }],
  ["a state of tomorrow", { ...INTERVAL, Active: "perhaps" }],
  ["a door", { ...GRANTED, ScheduleToken: "wp-sch-1", Active: "1" }],
])("a row about %s is none", (_what, values) => {
  expect(toScheduleEdge(rowOf(values))).toBeNull();
});
