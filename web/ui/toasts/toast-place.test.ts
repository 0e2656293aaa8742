import { expect, test } from "vitest";
import { keptStrip, placeOf, reserved, type Surroundings } from "./toast-place.ts";

const page: Surroundings = {
  isPhone: false,
  isWide: true,
  gutters: null,
  sidebar: { left: 10, bottom: 120, width: 212, height: 300 },
  bar: 0,
  stack: 60,
};

test("on a wide page toasts stand in the empty part of the sidebar, which has nothing to press", () => {
  expect(placeOf(page)).toEqual({ side: "left", width: 212, inset: 10, from: "bottom", offset: 128 });
  expect(reserved(placeOf(page), 60)).toEqual({ stack: 0, strip: 0 });
});

test("where there is no sidebar they stand at the top of a wide page, and at the bottom of a narrower one", () => {
  expect(placeOf({ ...page, sidebar: null })).toMatchObject({ side: "right", from: "top" });
  expect(placeOf({ ...page, sidebar: null, isWide: false })).toMatchObject({ side: "bottom" });
});

test("more toasts than fit there stand at the bottom, and the page makes room for them", () => {
  const place = placeOf({ ...page, stack: 290 });
  expect(place).toMatchObject({ side: "bottom", from: "bottom", offset: 20 });
  expect(reserved(place, 290)).toEqual({ stack: 306, strip: 318 });
});

test("beside a dialog they are as wide as the wider gap allows", () => {
  expect(placeOf({ ...page, gutters: { left: 380, right: 380 } })).toMatchObject({ side: "right", width: 340 });
  expect(placeOf({ ...page, gutters: { left: 280, right: 280 } })).toMatchObject({ side: "right", width: 240 });
  // A drawer at the right edge.
  expect(placeOf({ ...page, gutters: { left: 1000, right: 0 } })).toMatchObject({ side: "left", width: 340 });
});

test("where a dialog leaves no gap, it makes room below itself", () => {
  const place = placeOf({ ...page, gutters: { left: 72, right: 72 } });
  expect(place.side).toBe("bottom");
  expect(reserved(place, 60).strip).toBe(88);
});

test("on phones they stand above the bar at the bottom or the dialog's foot", () => {
  const place = placeOf({ ...page, isPhone: true, isWide: false, sidebar: null, bar: 68 });
  expect(place).toMatchObject({ side: "bottom", offset: 76 });
  expect(reserved(place, 80)).toEqual({ stack: 96, strip: 164 });
  expect(reserved(place, 0)).toEqual({ stack: 0, strip: 0 });
});

test("a dialog keeps the room it made for a toast until it closes, so that nothing moves under a press", () => {
  const strips = [0, 88, 0, 70, 120, 0];
  const kept: number[] = [];
  for (const strip of strips) kept.push(keptStrip(strip, kept.at(-1) ?? 0, true, 700));
  expect(kept).toEqual([0, 88, 88, 88, 120, 120]);
  expect(keptStrip(0, 120, false, 700)).toBe(0);
});

test("in a window at 200 % zoom a dialog takes back the room it needs, once the toasts are gone", () => {
  expect(keptStrip(330, 0, true, 450)).toBe(330);
  expect(keptStrip(0, 330, true, 450)).toBe(150);
  expect(keptStrip(0, 138, true, 450)).toBe(138);
});
