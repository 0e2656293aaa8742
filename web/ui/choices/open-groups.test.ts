import { expect, test } from "vitest";
import { openedByTick } from "./open-groups.ts";

const plain = { id: "garage", items: [{}] };
const office = { id: "office", items: [{}, { caution: "Kräver kort" }] };
const none = new Map<string, boolean>();

test("a controller that is ticked opens where one of its doors has something to know, closed before or not", () => {
  expect([...openedByTick(none, office, true)]).toEqual([["office", true]]);
  expect([...openedByTick(new Map([["office", false]]), office, true)]).toEqual([["office", true]]);
  expect([...openedByTick(none, plain, true)]).toEqual([]);
});

test("one that is unticked stays as it is, and so do others", () => {
  expect([...openedByTick(new Map([["office", true]]), office, false)]).toEqual([["office", true]]);
  expect([...openedByTick(new Map([["garage", false]]), office, true)]).toEqual([
    ["garage", false],
    ["office", true],
  ]);
});
