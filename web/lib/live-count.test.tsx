import { renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { useLiveCount } from "./live-count.ts";

// Covers: page.15
test("the count that answers a question is announced, and not each row that comes after it", () => {
  const { result, rerender } = renderHook(({ question, count }) => useLiveCount(question, count), {
    initialProps: { question: "all", count: "" },
  });
  const now = (question: string, count: string) => {
    rerender({ question, count });
    return result.current;
  };
  expect(result.current).toBe("polite");
  expect(now("all", "38 nekade")).toBe("polite");
  expect(now("all", "39 nekade")).toBe("off");
  expect(now("all", "40 nekade")).toBe("off");
  expect(now("doors", "40 nekade")).toBe("polite");
  expect(now("doors", "12 nekade")).toBe("polite");
  expect(now("doors", "13 nekade")).toBe("off");
  expect(now("gates", "3 nekade")).toBe("polite");
});
