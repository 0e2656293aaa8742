import { postgresChangesFilter } from "@supabase/realtime-js";
import { describe, expect, it } from "vitest";
import { BindingError, type Change, changePayloads, readBindings } from "./bindings.ts";

const columns = {
  access_logs: [
    { name: "id", type: "uuid" },
    { name: "plate_number", type: "text" },
    { name: "access_granted", type: "bool" },
    { name: "credential_id", type: "uuid" },
    { name: "detected_at", type: "timestamptz" },
  ],
  door_events: [],
  shared_door_events: [],
  door_states: [],
};
const MOMENT = "2026-11-21T12:00:00.123456+00:00";
const ID = "00000000-0000-4000-8000-00000000000a";
const change: Change = {
  table: "access_logs",
  type: "INSERT",
  id: ID,
  commitTimestamp: "2026-11-21T12:00:00.000Z",
  record: { id: ID, plate_number: "A,B", access_granted: true, credential_id: null, detected_at: MOMENT },
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

describe("a channel's request", () => {
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
    ["plate_number=neq.A", [[1]]],
    ['plate_number=neq."A,B"', []],
    ["plate_number=gt.A", [[1]]],
    ["plate_number=gt.Å", []],
    ["plate_number=lt.Ö", [[1]]],
    ['plate_number=gte."A,B"', [[1]]],
    ['plate_number=lte."A,B"', [[1]]],
    ['plate_number=lt."A,B"', []],
    ['plate_number=in.(X,"A,B")', [[1]]],
    ["plate_number=in.(A,B)", []],
    [`id=eq.${ID.toUpperCase()}`, [[1]]],
    ["access_granted=gt.false", [[1]]],
    // Null is neither equal nor unequal to anything, as in SQL.
    [`credential_id=eq.${ID}`, []],
    [`credential_id=neq.${ID}`, []],
    ["detected_at=eq.2026-11-21T13:00:00.123456+01:00", [[1]]],
    ["detected_at=gt.2026-11-21T12:00:00.123455Z", [[1]]],
    ["detected_at=gt.2026-11-21T12:00:00.123456Z", []],
    ["detected_at=lte.2026-11-21 12:00:00.123457", [[1]]],
    ["detected_at=lt.2026-11-21", []],
    // All conditions between commas must hold.
    ["access_granted=eq.true,plate_number=neq.X", [[1]]],
    ["access_granted=eq.false,plate_number=neq.X", []],
    ['plate_number=in.("A,B",X),access_granted=is.true,credential_id=is.null', [[1]]],
    ["plate_number=not.eq.a", [[1]]],
    ['plate_number=not.in.("A,B")', []],
    [`credential_id=not.eq.${ID}`, []],
    ["credential_id=is.null", [[1]]],
    ["credential_id=not.is.null", []],
    ["plate_number=not.is.null", [[1]]],
    ["access_granted=is.false", []],
    ["access_granted=is.unknown", []],
    ["access_granted=not.is.unknown", [[1]]],
    // With isdistinct, null is a value like any other.
    [`credential_id=isdistinct.${ID}`, [[1]]],
    ["credential_id=isdistinct.null", []],
    ["plate_number=isdistinct.null", [[1]]],
    ['plate_number=isdistinct."A,B"', []],
    ["plate_number=like.A%", [[1]]],
    ["plate_number=like.a%", []],
    ["plate_number=ilike.a_b", [[1]]],
    ["plate_number=like.%B", [[1]]],
    ["plate_number=like.%A%B%", [[1]]],
    ["plate_number=like.A", []],
    ['plate_number=like."A\\\\,B"', [[1]]],
    ["plate_number=not.ilike.%c%", [[1]]],
    ['plate_number=eq."A\\,B"', [[1]]],
    [postgresChangesFilter().eq("access_granted", true).neq("plate_number", 'X"Y').build(), [[1]]],
    [postgresChangesFilter().not("plate_number", "in", ["A,B", "C"]).build(), []],
  ])("the filter %s is compared with the row's text", (filter, expected) => {
    expect(idsFor({ filter })).toEqual(expected);
  });

  it.each([
    "plate_number=eq.a,id=eq.b",
    "plate_number=eq.a,",
    ",plate_number=eq.a",
    "plate_number=eq.a,b",
    "plate_number=eq.a,secret=eq.1",
    "plate_number=not.not.eq.a",
    "plate_number=is.true",
    "access_granted=is.5",
    "access_granted=like.t%",
    "id=ilike.%a%",
    `plate_number=like.${"%a".repeat(101)}`,
    "credential_id=isdistinct.5",
    "plate_number=match.(a+)+$",
    "plate_number=imatch.a",
    Array(101).fill("plate_number=eq.a").join(),
    "plate_number",
    "=eq.a",
    "plate_number=in.()",
    "plate_number=in.a",
    "plate_number=in.(a",
    'plate_number=in.(a,"b)',
    `plate_number=in.(${Array(101).fill("a").join()})`,
    "credential_id=eq.null",
    "access_granted=eq.1",
    "detected_at=gt.yesterday",
    "id=in.(a)",
    "x y=eq.1",
    "__proto__=eq.1",
  ])("the filter %s is refused", (filter) => {
    expect(() => readBindings([{ ...request, filter }], columns)).toThrow(BindingError);
  });

  it("a deletion is sent by its key alone, and to those whose filter is known to match", () => {
    const gone: Change = { ...change, type: "DELETE", record: { id: ID } };
    const reported = (extra: object) =>
      changePayloads(gone, readBindings([{ ...request, ...extra }], columns), columns).map(({ data }) => data);
    expect(reported({})).toEqual([
      {
        schema: "public",
        table: "access_logs",
        commit_timestamp: change.commitTimestamp,
        type: "DELETE",
        columns: columns.access_logs,
        old_record: { id: ID },
        errors: null,
      },
    ]);
    expect(reported({ event: "DELETE", filter: `id=eq.${ID}` })).toHaveLength(1);
    // The other columns of a deleted row are unknown, so no condition on them holds, and no negated one either.
    for (const filter of ["plate_number=is.null", "plate_number=not.eq.A", "plate_number=isdistinct.A"])
      expect(reported({ filter })).toEqual([]);
    expect(reported({ filter: `id=eq.${ID},plate_number=not.is.null` })).toEqual([]);
    expect(() => reported({ event: "DELETE", filter: `id=eq.${ID},plate_number=eq.A` })).toThrow(BindingError);
    expect(reported({ event: "INSERT" })).toEqual([]);
    expect(reported({ filter: "plate_number=neq.A" })).toEqual([]);
    expect(() => reported({ event: "DELETE", filter: "plate_number=eq.A" })).toThrow(BindingError);
  });

  it("another schema or no table is refused", () => {
    expect(() => readBindings([{ ...request, schema: "auth" }], columns)).toThrow(BindingError);
    expect(() => readBindings([{ ...request, table: undefined }], columns)).toThrow(BindingError);
  });
});
