import { expect, test } from "vitest";
import { columnsOf } from "./list-columns.ts";

test("the columns of the list are the stored ones, and the usual where none are stored", () => {
  expect(columnsOf('["phone","apartment"]')).toEqual(["phone", "apartment"]);
  expect(columnsOf("[]")).toEqual([]);
  for (const text of [null, "7", '"phone"', "{}"]) expect(columnsOf(text), String(text)).toEqual(["created_at"]);
});
