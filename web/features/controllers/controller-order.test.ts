import { expect, test } from "vitest";
import { ordersOf } from "./controller-order.ts";

test("controllers that are equal in the chosen order stand by name", () => {
  expect(ordersOf({ key: "device_type", direction: "descending" })).toEqual([
    { key: "device_type", ascending: false },
    { key: "name", ascending: true },
    { key: "id", ascending: true },
  ]);
});

test("by name, the name decides alone", () => {
  expect(ordersOf({ key: "name", direction: "descending" })).toEqual([
    { key: "name", ascending: false },
    { key: "id", ascending: true },
  ]);
});
