import { expect, test } from "vitest";
import { countActiveDoorFilters, doorAddressOf, doorFiltersIn, NO_DOOR_FILTERS } from "./door-filters.ts";

const address = (search: Record<string, string>) => ({
  read: (name: string) => search[name] ?? null,
  change: () => {},
});
const DOOR = "00000000-0000-4000-8000-000000000001";

const { text: _text, ...NONE } = NO_DOOR_FILTERS;

test("the log opens on refusals and alarms, and that stands nowhere in the address", () => {
  expect(doorFiltersIn(address({}))).toEqual(NONE);
  expect(doorAddressOf({ show: "refused" })).toEqual({ show: null, page: null });
});

test("filters survive a reload, and nonsense in the address is none", () => {
  const filters = { show: "all" as const, doorId: DOOR, from: "2026-11-01", to: null };
  const { page: _page, ...search } = doorAddressOf(filters);
  const kept = Object.fromEntries(
    Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== null),
  );
  expect(doorFiltersIn(address(kept))).toEqual(filters);
  expect(countActiveDoorFilters(filters)).toBe(3);
  expect(doorFiltersIn(address({ show: "<b>", door: "x", from: "1/2" }))).toEqual(NONE);
});
