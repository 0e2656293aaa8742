import { expect, test } from "vitest";
import { type FirstPage, listedUpTo, rememberedPage } from "./first-page.ts";

const OPENED = "2026-11-25T12:00:00Z";

/** What the pages of one question ask for, in the order in which they are shown. */
function askedFor(pages: readonly { key: string; page: number; newest?: string }[]): (string | null)[] {
  let known: FirstPage | null = null;
  return pages.map(({ key, page, newest }) => {
    const upTo = listedUpTo(known, key, page === 1, OPENED);
    known = rememberedPage(known, { key, isFirst: page === 1, newest });
    return upTo;
  });
}

test("the pages after the first follow it as it was shown, however much has come since", () => {
  expect(
    askedFor([
      { key: "all", page: 1, newest: "12:01" },
      { key: "all", page: 1, newest: "12:02" },
      { key: "all", page: 2, newest: "11:00" },
      { key: "all", page: 3, newest: "10:00" },
      { key: "all", page: 2, newest: "11:00" },
    ]),
  ).toEqual([null, null, "12:02", "12:02", "12:02"]);
});

test("back on the first page what has come is there, and the others follow that", () => {
  expect(
    askedFor([
      { key: "all", page: 1, newest: "12:02" },
      { key: "all", page: 2, newest: "11:00" },
      // Not answered yet.
      { key: "all", page: 1 },
      { key: "all", page: 1, newest: "12:09" },
      { key: "all", page: 2, newest: "11:30" },
    ]),
  ).toEqual([null, "12:02", null, null, "12:09"]);
});

test("a page that is opened by its address lists up to then, and another question's first page says nothing of it", () => {
  expect(askedFor([{ key: "all", page: 3 }])).toEqual([OPENED]);
  expect(
    askedFor([
      { key: "all", page: 1, newest: "12:02" },
      { key: "granted", page: 2 },
    ]),
  ).toEqual([null, OPENED]);
});
