import { expect, test } from "vitest";
import {
  countActiveDoorFilters,
  doorAddressOf,
  doorFiltersIn,
  matchesPassage,
  NO_DOOR_FILTERS,
} from "./door-filters.ts";

const address = (search: Record<string, string>) => ({
  read: (name: string) => search[name] ?? null,
  change: () => {},
});
const DOOR = "00000000-0000-4000-8000-000000000001";
const CONTROLLER = "00000000-0000-4000-8000-000000000002";

const { text: _text, ...NONE } = NO_DOOR_FILTERS;

test("the log opens on all events, and that stands nowhere in the address", () => {
  expect(doorFiltersIn(address({}))).toEqual({ ...NONE, show: "all" });
  expect(doorAddressOf({ show: "all" })).toEqual({ show: null, page: null });
  expect(countActiveDoorFilters(NONE)).toBe(0);
});

test("filters survive a reload, and nonsense in the address is none", () => {
  const filters = { show: "refused" as const, doorId: DOOR, controllerId: CONTROLLER, from: "2026-11-01", to: null };
  const { page: _page, ...search } = doorAddressOf(filters);
  const kept = Object.fromEntries(
    Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== null),
  );
  expect(doorFiltersIn(address(kept))).toEqual(filters);
  expect(countActiveDoorFilters(filters)).toBe(4);
  expect(doorFiltersIn(address({ show: "<b>", door: "x", from: "1/2" }))).toEqual(NONE);
});

test("a new passage at a gate matches by its status, controller and time; a search waits for the server", () => {
  const now = Date.parse("2026-11-22T12:00:00Z");
  const row = {
    plate_number: "MLB84A",
    controller_id: CONTROLLER,
    access_granted: false,
    detected_at: "2026-11-22T11:59:59Z",
  };
  const matches = (over: object) => matchesPassage({ ...NO_DOOR_FILTERS, ...over }, row, now);
  expect(matches({})).toBe(true);
  expect(matches({ show: "refused" })).toBe(true);
  expect(matches({ show: "granted" })).toBe(false);
  expect(matches({ controllerId: CONTROLLER })).toBe(true);
  expect(matches({ controllerId: DOOR })).toBe(false);
  expect(matches({ text: "mlb" })).toBe(false);
  expect(matches({ doorId: DOOR })).toBe(false);
  expect(matches({ from: "2026-11-20", to: "2026-11-21" })).toBe(false);
});
