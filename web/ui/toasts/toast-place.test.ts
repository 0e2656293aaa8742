import { expect, test } from "vitest";
import { keptStrip, placeOf, reserved, type Surroundings } from "./toast-place.ts";

const page: Surroundings = {
  isPhone: false,
  isWide: true,
  gutters: null,
  room: { left: 556, right: 1290 },
  head: { left: 1250, top: 68, bottom: 116 },
  windowWidth: 1440,
  bar: 0,
  stack: 64,
};

test("they stand at the top right, left of the sync state and of the page's buttons, over neither", () => {
  const place = placeOf(page);
  expect(place).toEqual({ side: "right", width: 340, inset: 1440 - 1242, from: "top", offset: 8 });
  expect(placeOf({ ...page, head: null })).toMatchObject({ inset: 1440 - 1282, from: "top" });
  expect(placeOf({ ...page, head: { left: Number.POSITIVE_INFINITY, top: 116, bottom: 116 } })).toMatchObject({
    inset: 1440 - 1282,
  });
  expect(reserved(place, 64)).toEqual({ stack: 0, strip: 0 });
});

test("a page with many buttons has them above its buttons, as long as they are low enough", () => {
  const many = { ...page, head: { left: 700, top: 68, bottom: 116 }, stack: 44 };
  expect(placeOf(many)).toMatchObject({ inset: 1440 - 1282, from: "top" });
  expect(placeOf({ ...many, stack: 64 })).toMatchObject({ side: "bottom", from: "bottom" });
});

test("more toasts than fit there stand at the bottom, and the page makes room for them", () => {
  const place = placeOf({ ...page, stack: 218 });
  expect(place).toMatchObject({ side: "bottom", from: "bottom", offset: 20 });
  expect(reserved(place, 218)).toEqual({ stack: 234, strip: 246 });
  expect(placeOf({ ...page, isTooHigh: true })).toMatchObject({ side: "bottom" });
});

test("a page without a frame has them in its corner, and a narrow one at the bottom", () => {
  expect(placeOf({ ...page, room: null })).toMatchObject({ side: "right", inset: 20, from: "top" });
  expect(placeOf({ ...page, room: null, isWide: false })).toMatchObject({ side: "bottom" });
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
  const place = placeOf({ ...page, isPhone: true, isWide: false, room: null, bar: 68 });
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
