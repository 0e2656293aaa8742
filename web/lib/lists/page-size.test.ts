import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PAGE_SIZE } from "#contract/limits.ts";
import { recallPageSize, rememberPageSize } from "./page-size.ts";

let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test("the rows a page that were chosen in one list are what every list begins with", () => {
  expect(recallPageSize()).toBe(PAGE_SIZE);
  rememberPageSize(100);
  expect(recallPageSize()).toBe(100);
});

test.each(["7", "1e2", "", "all"])("%j, which no list offers, is as if nothing had been chosen", (text) => {
  kept.set("portal.page-size", text);
  expect(recallPageSize()).toBe(PAGE_SIZE);
});

test("a browser that keeps nothing begins with the usual number", () => {
  vi.stubGlobal("localStorage", {
    getItem: () => {
      throw new Error("denied");
    },
    setItem: () => {
      throw new Error("denied");
    },
  });
  rememberPageSize(100);
  expect(recallPageSize()).toBe(PAGE_SIZE);
});
