import { describe, expect, it } from "vitest";
import { BindingError, type Change, changePayloads, readBindings } from "./bindings.ts";

const columns = [
  { name: "id", type: "uuid" },
  { name: "plate_number", type: "text" },
  { name: "access_granted", type: "bool" },
  { name: "credential_id", type: "uuid" },
];
const change: Change = {
  type: "INSERT",
  id: "1",
  commitTimestamp: "2026-11-21T12:00:00.000Z",
  record: { id: "1", plate_number: "A,B", access_granted: true, credential_id: null },
};
const request = { event: "*", schema: "public", table: "access_logs" };
const idsFor = (...requests: object[]) =>
  changePayloads(
    change,
    readBindings(
      requests.map((extra) => ({ ...request, ...extra })),
      columns,
    ),
    columns,
  ).map(({ ids }) => ids);

describe("what a channel asked for", () => {
  it("every request that a change concerns is named in one message", () => {
    expect(idsFor({}, { event: "INSERT" }, { event: "UPDATE" }, { event: "insert" })).toEqual([[1, 2, 4]]);
  });

  it("requests for different columns get messages of their own", () => {
    expect(idsFor({}, { select: ["id"] })).toEqual([[1], [2]]);
  });

  it.each([
    ["access_granted=eq.true", [[1]]],
    ["access_granted=eq.false", []],
    ['plate_number=eq."A,B"', [[1]]],
    ["plate_number=eq.A", []],
    ["credential_id=eq.null", []],
  ])("the filter %s is compared with the row's text", (filter, expected) => {
    expect(idsFor({ filter })).toEqual(expected);
  });

  it.each([
    "plate_number=eq.a,id=eq.b",
    "plate_number=not.eq.a",
    "plate_number",
    "=eq.a",
    "plate_number=in.(a,b)",
    "x y=eq.1",
    "__proto__=eq.1",
  ])("the filter %s is refused", (filter) => {
    expect(() => readBindings([{ ...request, filter }], columns)).toThrow(BindingError);
  });

  it("another schema or no table is refused", () => {
    expect(() => readBindings([{ ...request, schema: "auth" }], columns)).toThrow(BindingError);
    expect(() => readBindings([{ ...request, table: undefined }], columns)).toThrow(BindingError);
  });
});
