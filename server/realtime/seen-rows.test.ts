import { describe, expect, it } from "vitest";
import { createSeenRows } from "./seen-rows.ts";

const key = (id: string, insertedMicros: number, changedMicros: number | null = null) => ({
  id,
  detectedAt: "",
  insertedMicros,
  changedMicros,
});
const types = (news: { id: string; types: string[] }[]) => news.map(({ id, types: kinds }) => [id, ...kinds]);

describe("rows already sent", () => {
  it("a new row is news once", () => {
    const seen = createSeenRows();
    expect(types(seen.news([key("a", 20)], 10))).toEqual([["a", "INSERT"]]);
    seen.add([key("a", 20)]);
    expect(seen.news([key("a", 20)], 10)).toEqual([]);
  });

  it("each change of a row is news once, also after the row itself was forgotten", () => {
    const seen = createSeenRows();
    seen.add([key("a", 20)]);
    expect(types(seen.news([key("a", 20, 25)], 10))).toEqual([["a", "UPDATE"]]);
    seen.add([key("a", 20, 25)]);
    expect(seen.news([key("a", 20, 25)], 10)).toEqual([]);
    seen.deleteBefore(30);
    expect(types(seen.news([key("a", 20, 40)], 30))).toEqual([["a", "UPDATE"]]);
  });

  it("a row that came and changed between two reads is both", () => {
    expect(types(createSeenRows().news([key("a", 20, 25)], 10))).toEqual([["a", "INSERT", "UPDATE"]]);
  });

  it("remembers the rows that a later read can still return", () => {
    const seen = createSeenRows();
    seen.add([key("old", 5, 25), key("new", 22)]);
    seen.deleteBefore(20);
    expect(seen.news([key("old", 5, 25), key("new", 22)], 20)).toEqual([]);
  });

  it("memory stays bounded: of 60,000 rows the oldest 10,000 are forgotten", () => {
    const seen = createSeenRows();
    const keys = Array.from({ length: 60_000 }, (_, i) => key(String(i), 100));
    seen.add(keys);
    expect(seen.news(keys, 10)).toHaveLength(10_000);
  });
});
