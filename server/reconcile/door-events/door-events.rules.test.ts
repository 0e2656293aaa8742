import { describe, expect, test } from "vitest";
import { DOOR_EVENTS_A_DAY } from "#contract/limits.ts";
import type { DoorEvent, DoorEventPage } from "#drivers/port.ts";
import {
  believedEdges,
  doorEventRows,
  eventTimes,
  untilNextReading,
  withinDay,
  wrongClockMs,
} from "./door-events.rules.ts";

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
  const timesOf = (
    deviceTimes: Date[],
    over: { clockSkewMs?: number | null; gap?: "reset"; completeTo?: Date | null } = {},
  ): Date[] => {
    const { completeTo = before(60_000), ...rest } = over;
    const events = deviceTimes.map((deviceTime) => ({ ...EVENT, deviceTime }));
    return eventTimes(page({ events, ...rest }), { completeTo, now: NOW }).map((one) => one.at);
  };
  test.each([
    ["the device's time, when its clock is right", 10_000, 0, 10_000],
    ["the device's time, when the skew is no more than measurement", 10_000, 4_000, 10_000],
    ["earlier, when the clock is an hour fast", -3_590_000, 3_600_000, 10_000],
    ["later, when the clock is an hour slow", 3_610_000, -3_600_000, 10_000],
    ["now, when the device says 2099", -2e12, 0, 0],
    ["the device's time, when the skew was not measured", 10_000, null, 10_000],
  ])("is %s", (_case, ago, skew, expected) => {
    expect(timesOf([before(ago)], { clockSkewMs: skew })).toEqual([before(expected)]);
  });

  const at = (text: string) => new Date(text);
  test.each([
    ["1970", at("1970-01-01T00:04:00Z")],
    ["2000", at("2000-01-01T00:04:00Z")],
    ["the day its firmware was built", at("2021-03-04T05:06:07Z")],
    ["two weeks ago, though the log was read a minute ago", before(14 * 86_400_000)],
    ["tomorrow", before(-86_400_000)],
    ["2099", at("2099-12-31T23:59:59Z")],
    ["the last year that can be written", at("9999-12-31T23:59:59Z")],
  ])("is when it was read, when the device says %s", (_year, deviceTime) => {
    for (const clockSkewMs of [null, 0])
      expect(timesOf([before(30_000), deviceTime, before(10_000), deviceTime], { clockSkewMs })).toEqual([
        before(30_000),
        before(10_001),
        before(10_000),
        NOW,
      ]);
  });

  const edgesAt = (deviceTime: Date, clockSkewMs: number | null) =>
    believedEdges(page({ scheduleEdges: [{ schedule: "wp-sch-1", isActive: true, deviceTime }], clockSkewMs }), {
      completeTo: before(60_000),
      now: NOW,
    });

  test("of a schedule is corrected by the clock's error", () => {
    const edge = { schedule: "wp-sch-1", isActive: true, at: before(10_000) };
    expect(edgesAt(before(-3_590_000), 3_600_000)).toEqual([edge]);
    expect(edgesAt(before(10_000), null)).toEqual([edge]);
  });

  test.each([
    ["1970", at("1970-01-01T05:00:00Z"), 0],
    ["two weeks ago", before(14 * 86_400_000), 0],
    ["2090", at("2090-01-01T05:00:00Z"), 0],
    ["a year that no table holds", at("9999-12-31T00:00:00Z"), -1.7e12],
    ["a year before the first", at("1970-01-01T00:00:00Z"), 2.5e14],
  ])("of a schedule confirms nothing, when the device says %s", (_year, deviceTime, clockSkewMs) => {
    expect(edgesAt(deviceTime, clockSkewMs)).toEqual([]);
  });

  test("is as the device wrote it before its clock lost the time, and corrected after that", () => {
    const lost = NOW.getTime() - Date.UTC(1970, 0, 1, 0, 10);
    const wrote = [before(30_000), new Date(before(20_000).getTime() - lost)];
    expect(timesOf(wrote, { clockSkewMs: -lost })).toEqual([before(30_000), before(20_000)]);
  });

  test("may lie years back in a new log, and the order of rows shows a lost clock", () => {
    const years = before(2 * 365 * 86_400_000);
    const lost = at("2017-01-01T00:00:00Z");
    for (const over of [{ completeTo: null }, { gap: "reset" as const }])
      expect(timesOf([years, lost, before(60_000)], over)).toEqual([years, before(60_001), before(60_000)]);
    expect(timesOf([years], { completeTo: before(3 * 365 * 86_400_000) })).toEqual([years]);
  });

  test("reaches the alert only where the device could not say it", () => {
    const wrong = (deviceTime: Date) =>
      wrongClockMs(page({ events: [{ ...EVENT, deviceTime }, EVENT] }), { completeTo: before(60_000), now: NOW });
    expect(wrong(before(30_000))).toBeNull();
    expect(wrong(before(14 * 86_400_000))).toBe(-14 * 86_400_000 + 10_001);
    expect(wrong(before(-86_400_000))).toBe(86_400_000 + 10_001);
  });
});

describe("a day's events", () => {
  const three = rows({ events: [1, 2, 3].map((n) => ({ ...EVENT, token: `t${n}`, deviceTime: before(10_000 - n) })) });
  const leaving = (room: number, read = three) =>
    withinDay(read, { counted: DOOR_EVENTS_A_DAY - room, since: "2026-11-22 10:00:00+01" });

  test("are all kept while there is room for one more", () => {
    expect(leaving(4)).toEqual({ rows: three, isFull: false });
  });

  test("end with a gap from the first that is left out, and none is kept after it", () => {
    const { rows: kept, isFull } = leaving(3);
    expect(isFull).toBe(true);
    expect(kept.slice(0, 2)).toEqual(three.slice(0, 2));
    const left = three[2]?.occurred_at;
    expect(kept[2]).toMatchObject({ kind: "gap", gap_cause: "flooded", occurred_at: left, gap_from: left });
    expect(leaving(1).rows).toMatchObject([{ gap_cause: "flooded" }]);
    expect(leaving(0)).toEqual({ rows: [], isFull: true });
  });

  test("are not too many when nothing was logged", () => {
    expect(leaving(0, [])).toEqual({ rows: [], isFull: false });
  });
});

describe("a gap", () => {
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
    // The preceding row was read already, so only events after that row are missing.
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

test("a log is read again at a fixed time after its reading began, and a slow unit is left alone", () => {
  const turn = { spentMs: 400, pollMs: 1_000 };
  expect(untilNextReading(10_000, turn)).toBe(9_100);
  expect(untilNextReading(2_000, turn)).toBe(1_100);
  expect(untilNextReading(10_000, { ...turn, spentMs: 30_000 })).toBe(5_000);
});
