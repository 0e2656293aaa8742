import { expect, test } from "vitest";
import type { LogRow } from "./api/get-access-logs.ts";
import { matchesFilters, NO_FILTERS } from "./filters.ts";
import { addArrived, type RecentRow, withArrived } from "./recent-rows.ts";

const NOW = Date.parse("2026-11-22T12:00:00Z");
const GATE = "00000000-0000-4000-8000-000000000001";
const CREDENTIAL = "00000000-0000-4000-8000-000000000002";
const gates = new Map([[GATE, { name: "Infart Norr", organizations: { id: GATE, name: "Brf Norrgården" } }]]);

function event(id: string, secondsAgo: number, over: Partial<RecentRow> = {}): RecentRow {
  return {
    id,
    detected_at: new Date(NOW - secondsAgo * 1_000).toISOString(),
    plate_number: "ABC 12D",
    controller_id: GATE,
    access_granted: true,
    access_reason: "valid_credential",
    macro_executed: null,
    credential_id: CREDENTIAL,
    opened: true,
    duplicate_of: null,
    ...over,
  };
}

const read = (row: RecentRow, person = "Alva"): LogRow => ({
  ...row,
  controllers: gates.get(GATE) ?? null,
  credentials: {
    end_user_id: CREDENTIAL,
    valid_from: null,
    valid_to: null,
    removed_at: null,
    end_users: { id: CREDENTIAL, first_name: person, last_name: "Exempelsson", removed_at: null, organizations: null },
  },
});

const live = (rows: readonly LogRow[], events: readonly RecentRow[], over: object = {}) =>
  withArrived(rows, addArrived([], events, NOW), { filters: NO_FILTERS, gates, limit: 3, now: NOW, ...over });

test("a passage stands on top at once, with its gate, and its person when a listed row names the plate", () => {
  const shown = live([read(event("a", 60))], [event("b", 1), event("c", 2, { credential_id: null })]);
  expect(shown.added).toBe(2);
  expect(shown.rows.map(({ id }) => id)).toEqual(["b", "c", "a"]);
  expect(shown.rows[0]).toMatchObject({
    controllers: { name: "Infart Norr" },
    credentials: { end_users: { first_name: "Alva" } },
  });
  expect(shown.rows[1]?.credentials).toBeNull();
});

test("a passage that has been read is not added again, and the list never grows past its limit", () => {
  const rows = [read(event("c", 3)), read(event("b", 4)), read(event("a", 5))];
  expect(live(rows, [event("c", 3)])).toEqual({ rows, added: 0 });
  expect(live(rows, [event("d", 1)]).rows.map(({ id }) => id)).toEqual(["d", "c", "b"]);
  expect(live(rows, [event("old", 60)]).added).toBe(0);
});

test("a passage at an unknown gate waits for the next read, and one at no gate does not", () => {
  expect(live([], [event("a", 1, { controller_id: CREDENTIAL })]).added).toBe(0);
  expect(live([], [event("a", 1, { controller_id: null, access_reason: "gate_not_found" })]).added).toBe(1);
});

test("a row that the filters leave out is not added", () => {
  const row = event("a", 1);
  const matches = (over: object) => matchesFilters({ ...NO_FILTERS, ...over }, row, NOW);
  expect(matches({})).toBe(true);
  expect(matches({ controllerId: GATE })).toBe(true);
  expect(matches({ controllerId: CREDENTIAL })).toBe(false);
  expect(matches({ status: "granted" })).toBe(true);
  expect(matches({ status: "denied" })).toBe(false);
  expect(matches({ plate: "abc12d" })).toBe(true);
  expect(matches({ plate: "bc 1" })).toBe(true);
  expect(matches({ plate: "xyz" })).toBe(false);
  expect(matches({ from: "2026-11-22", to: "2026-11-22" })).toBe(true);
  expect(matches({ from: "2026-11-20", to: "2026-11-21" })).toBe(false);
  expect(matchesFilters(NO_FILTERS, event("old", 25 * 3_600), NOW)).toBe(false);
});

test("a later event of a row takes its place, and one that every read knows by now is forgotten", () => {
  const first = addArrived([], [event("a", 1)], NOW);
  const second = addArrived(first, [event("a", 1, { macro_executed: true })], NOW + 100);
  expect(second.map(({ row }) => row.macro_executed)).toEqual([true]);
  expect(addArrived(second, [event("b", 0)], NOW + 31_000).map(({ row }) => row.id)).toEqual(["b"]);
});
