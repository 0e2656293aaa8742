import { describe, expect, test } from "vitest";
import type { DoorEvent, DoorEventPage } from "#drivers/port.ts";
import { doorEventRows, occurredAt, untilNextReading } from "./door-events.rules.ts";

const NOW = new Date("2026-11-22T18:00:00.000Z");
const before = (ms: number) => new Date(NOW.getTime() - ms);

const EVENT: DoorEvent = {
  token: "t1",
  kind: "access",
  deviceTime: before(10_000),
  granted: false,
  reason: "unknown_code",
  deviceReason: "CredentialNotFound/PIN",
  doorToken: "door",
  credentialToken: null,
};
const page = (over: Partial<DoorEventPage> = {}): DoorEventPage => ({
  events: [EVENT],
  cursor: { row: 7, token: "t1" },
  more: false,
  gap: null,
  unreadable: 0,
  changedDoors: [],
  clockSkewMs: 0,
  ...over,
});
const rows = (over: Partial<DoorEventPage> = {}, completeTo: Date | null = before(60_000)) =>
  doorEventRows(page(over), { completeTo, now: NOW, sourceOf: () => null });

describe("when an event happened", () => {
  test.each([
    ["the device's time, when its clock is right", 10_000, 0, 10_000],
    ["the device's time, when the skew is no more than measurement", 10_000, 4_000, 10_000],
    ["earlier, when the clock is an hour fast", -3_590_000, 3_600_000, 10_000],
    ["later, when the clock is an hour slow", 3_610_000, -3_600_000, 10_000],
    ["now, when the device says 2099", -2e12, 0, 0],
    ["the device's time, when the skew was not measured", 10_000, null, 10_000],
  ])("is %s", (_case, ago, skew, expected) => {
    expect(occurredAt(before(ago), skew, NOW)).toEqual(before(expected));
  });
});

describe("what is missing", () => {
  test("stands before the first event, with since when", () => {
    expect(rows({ gap: "overrun" })).toMatchObject([
      {
        kind: "gap",
        gap_cause: "overrun",
        occurred_at: EVENT.deviceTime.toISOString(),
        gap_from: before(60_000).toISOString(),
      },
      { kind: "access" },
    ]);
  });

  test("is one row however often the page is read, and one for each cause", () => {
    const tokens = rows({ gap: "reset", unreadable: 3 }).map(({ token }) => token);
    expect(tokens).toEqual(rows({ gap: "reset", unreadable: 9 }).map(({ token }) => token));
    expect(new Set(tokens).size).toBe(3);
  });

  test("is said by the device too", () => {
    const dropped = { ...EVENT, kind: "gap" as const, granted: null, reason: null, deviceReason: null };
    const [gap] = rows({ events: [dropped] });
    expect(gap).toMatchObject({ kind: "gap", gap_cause: "dropped", gap_from: before(60_000).toISOString() });
    // The row before it was read: only what came after that is missing.
    const earlier = { ...EVENT, token: "t0", deviceTime: before(25_000) };
    expect(rows({ events: [earlier, dropped] })).toMatchObject([
      { kind: "access", gap_from: null },
      { gap_cause: "dropped", gap_from: before(25_000).toISOString(), occurred_at: before(10_000).toISOString() },
    ]);
    const later = { ...earlier, deviceTime: before(5_000) };
    expect(rows({ events: [later, dropped] })[1]?.gap_from).toBe(before(10_000).toISOString());
    expect(rows({ events: [dropped] }, null)[0]?.gap_from).toBeNull();
  });

  test("is said of an emptied log that has no new rows, and of the first reading nothing is missing", () => {
    expect(rows({ events: [], gap: "reset", cursor: null })).toMatchObject([
      { gap_cause: "reset", occurred_at: NOW.toISOString() },
    ]);
    expect(rows({}, null)).toMatchObject([{ kind: "access", gap_cause: null }]);
  });
});

describe("a controller that could not be read for a while", () => {
  const outages = (over: Partial<DoorEventPage>, completeTo: Date | null) =>
    rows(over, completeTo).filter(({ kind }) => kind === "outage");

  test("and whose events were read afterwards is said, from when to when, once", () => {
    const [first] = outages({ more: true }, before(840_000));
    expect(first).toMatchObject({ occurred_at: NOW.toISOString(), gap_from: before(840_000).toISOString() });
    const [second] = outages({ events: [{ ...EVENT, token: "t2" }] }, before(840_000));
    expect(second?.token).toBe(first?.token);
  });

  test("is no news when nothing happened, after a usual pause, or at the first reading", () => {
    expect(outages({ events: [] }, before(840_000))).toEqual([]);
    expect(outages({}, before(60_000))).toEqual([]);
    expect(outages({}, null)).toEqual([]);
  });
});

test("a log is read again so long after its reading began, in time for the claims, and a slow unit is let be meanwhile", () => {
  const turn = { spentMs: 400, pollMs: 1_000 };
  expect(untilNextReading(10_000, turn)).toBe(9_100);
  expect(untilNextReading(2_000, turn)).toBe(1_100);
  expect(untilNextReading(10_000, { ...turn, spentMs: 30_000 })).toBe(5_000);
});
