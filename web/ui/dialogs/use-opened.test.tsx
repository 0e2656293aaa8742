import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { useOpened } from "./use-opened.ts";

const [FORM, OTHER, NEXT] = [{ dialog: "form" }, { dialog: "other" }, { dialog: "next" }];

test("a late answer closes only its own dialog, and what follows it opens only where nothing else is open", () => {
  const { result } = renderHook(() => useOpened<{ dialog: string }>());
  act(() => result.current.open(FORM));
  const late = result.current;
  act(() => late.close());
  expect(result.current.opened).toBeNull();
  act(() => result.current.open(OTHER));
  act(() => {
    late.close();
    late.openNext(NEXT);
  });
  expect(result.current.opened).toBe(OTHER);
  const { close, openNext } = result.current;
  act(() => {
    close();
    openNext(NEXT);
  });
  expect(result.current.opened).toBe(NEXT);
});
