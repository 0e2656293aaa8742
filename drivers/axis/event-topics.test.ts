import { expect, test } from "vitest";
import { toDoorEvent } from "./event-topics.ts";
import { parseEvents } from "./event-wire.ts";

const eventOf = (values: Record<string, string>) => {
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
  return toDoorEvent(row, new Map([["point-1", "door-1"]]));
};
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
