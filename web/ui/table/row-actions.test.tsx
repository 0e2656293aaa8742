import { describe, expect, test } from "vitest";
import { iconsOf } from "./row-actions.tsx";

const extend = { id: "extend", quick: true };
const edit = { id: "edit", quick: true };
const remove = { id: "delete", quick: true };
const sync = { id: "sync", quick: false };
const ids = (icons: readonly { id: string }[]) => icons.map(({ id }) => id);

describe("a phone's card has at most two targets beside its title", () => {
  test("two actions are two buttons", () => {
    expect(ids(iconsOf([edit, remove], true))).toEqual(["edit", "delete"]);
  });

  test("the first of three actions is a button, and the menu has them all", () => {
    expect(ids(iconsOf([extend, edit, remove], true))).toEqual(["extend"]);
  });

  test("an action without an icon of its own takes them all into the menu", () => {
    expect(iconsOf([edit, sync], true)).toEqual([]);
  });

  test("one that is meant for the card stands beside that menu", () => {
    expect(ids(iconsOf([{ ...extend, onCard: true }, edit, sync], true))).toEqual(["extend"]);
  });
});

test("a row of a wide list has up to three buttons beside its menu", () => {
  expect(ids(iconsOf([extend, edit, remove, sync], false))).toEqual(["extend", "edit", "delete"]);
});
