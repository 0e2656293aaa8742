import { expect, test } from "vitest";
import { isGroupOpen } from "./open-groups.ts";

const office = {
  id: "office",
  name: "Kontor",
  items: [
    { id: "main", name: "Huvudentré" },
    { id: "server", name: "Serverrum", caution: "Kräver kort" },
  ],
};
const view = { value: [], searching: false, openAtStart: new Set<string>(), byHand: new Map<string, boolean>() };

test("a controller is closed until it had a choice, is searched or opened, or a chosen door has something to know", () => {
  expect(isGroupOpen(office, view)).toBe(false);
  expect(isGroupOpen(office, { ...view, openAtStart: new Set(["office"]) })).toBe(true);
  expect(isGroupOpen(office, { ...view, searching: true })).toBe(true);
  expect(isGroupOpen(office, { ...view, value: ["main"] })).toBe(false);
  expect(isGroupOpen(office, { ...view, value: ["main", "server"] })).toBe(true);
});

test("what somebody opened or closed stays so when doors are chosen", () => {
  expect(isGroupOpen(office, { ...view, byHand: new Map([["office", true]]) })).toBe(true);
  expect(isGroupOpen(office, { ...view, value: ["server"], byHand: new Map([["office", true]]) })).toBe(true);
  expect(isGroupOpen(office, { ...view, value: ["server"], byHand: new Map([["office", false]]) })).toBe(false);
  expect(isGroupOpen(office, { ...view, openAtStart: new Set(["office"]), byHand: new Map([["office", false]]) })).toBe(
    false,
  );
});
