import { expect, test } from "vitest";
import { PREVIEW_PLACES } from "#contract/functions/access-preview.ts";
import { type ListedChange, previewOf, readTerms } from "./access-preview.rules.ts";

const CLEAN = "00000000-0000-4000-8000-0000000000c1";
const LAUNDRY = "00000000-0000-4000-8000-0000000000c2";
const SCHEDULES = { [CLEAN]: "Städ", [LAUNDRY]: "Tvättstuga" };
const PEOPLE = { gain: 1, lose: 0, hours: 0, dates: 0, total: 1 };

const change = (more: Partial<ListedChange> = {}): ListedChange => ({
  controller_id: "unit",
  controller: "Port A",
  access_point_id: "door",
  name: "Entré",
  kind: "gain",
  people: 1,
  names: ["Anna"],
  had: null,
  has: "#always||~@",
  ...more,
});

test.each([
  ["#always||~@", null, [{ schedule: null, from: null, until: null }]],
  [
    `f00@${LAUNDRY}#always||2026-12-31T22:59:59Z@,abc|2027-01-01T00:00:00Z|~@${CLEAN}`,
    "Tvättstuga",
    [
      { schedule: null, from: null, until: "2026-12-31T22:59:59Z" },
      { schedule: "Städ", from: "2027-01-01T00:00:00Z", until: null },
    ],
  ],
])("terms %s are read", (text, door, rights) => {
  expect(readTerms(text, SCHEDULES)).toEqual({ door, rights });
});

test("no access has no terms, and a schedule that the caller does not see is its id", () => {
  expect(readTerms(null, SCHEDULES)).toBeNull();
  expect(readTerms(`#abc||~@${CLEAN}`, {})?.rights[0]?.schedule).toBe(CLEAN);
});

test("changes are gathered by place in their order, a gate by its controller", () => {
  const changes = [
    change(),
    change({ kind: "lose", names: ["Bo"], had: "#always||~@", has: null }),
    change({ controller_id: "gate", controller: "Infart", access_point_id: null, name: "Infart" }),
  ];
  const { places, places_total } = previewOf({ people: PEOPLE, changes, schedules: {} }, 0);
  expect(places.map(({ name, changes: own }) => [name, own.map(({ kind }) => kind)])).toEqual([
    ["Entré", ["gain", "lose"]],
    ["Infart", ["gain"]],
  ]);
  expect(places_total).toBe(2);
});

test("places beyond the most that are listed are counted", () => {
  const changes = Array.from({ length: PREVIEW_PLACES + 3 }, (_, n) => change({ access_point_id: `door ${n}` }));
  const { places, places_total, waiting } = previewOf({ people: PEOPLE, changes, schedules: {} }, 2);
  expect([places.length, places_total, waiting]).toEqual([PREVIEW_PLACES, PREVIEW_PLACES + 3, 2]);
});
