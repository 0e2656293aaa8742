import { expect, test } from "vitest";
import {
  addressableSearch,
  addressChoice,
  addressDay,
  addressId,
  changedSearch,
  type ListAddress,
} from "./list-address.ts";

function addressWith(values: Record<string, string>) {
  const changes: unknown[] = [];
  const address: ListAddress = { read: (name) => values[name] ?? null, change: (change) => changes.push(change) };
  return { address, changes };
}

test.each(["1234", "48161", "481612", " 4816 ", "48 16", "4", "481"])(
  "%j may be a PIN and stays out of the address",
  (text) => {
    expect(addressableSearch(text)).toBe("");
  },
);

test.each([
  [" Anna ", "Anna"],
  ["MLB 84A", "MLB 84A"],
  ["Hus 5", "Hus 5"],
  ["192.168.1.20", "192.168.1.20"],
  ["5561234567", "5561234567"],
])("%j is no PIN and stands in the address", (text, kept) => {
  expect(addressableSearch(text)).toBe(kept);
});

test("a change keeps what it does not name and removes what it empties", () => {
  expect(changedSearch({ q: "anna", page: 3, person: "x" }, { show: "pin", page: null })).toEqual({
    q: "anna",
    person: "x",
    show: "pin",
  });
});

test("a filter is one of its choices, the usual one stands nowhere, and a new one begins on the first page", () => {
  const { address, changes } = addressWith({ show: "pin", type: "nonsense" });
  const choices = ["all", "pin"] as const;
  expect(addressChoice(address, "show", choices).value).toBe("pin");
  expect(addressChoice(address, "type", choices).value).toBe("all");
  addressChoice(address, "show", choices).set("all");
  addressChoice(address, "show", choices).set("pin");
  expect(changes).toEqual([
    { show: null, page: null },
    { show: "pin", page: null },
  ]);
});

test("a false id or day in an address counts as absent", () => {
  const id = "00000000-0000-4000-8000-000000000009";
  const { address } = addressWith({ gate: id, organization: "x' or 1=1", from: "2026-11-02", to: "2026-13-99" });
  expect([addressId(address, "gate"), addressId(address, "organization")]).toEqual([id, null]);
  expect([addressDay(address, "from"), addressDay(address, "to")]).toEqual(["2026-11-02", null]);
});
