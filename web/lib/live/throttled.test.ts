import { expect, test, vi } from "vitest";
import { throttled } from "./throttled.ts";

test("the first call runs at once, and those made while it runs become one more", async () => {
  vi.useFakeTimers();
  const work = vi.fn(() => Promise.resolve());
  const ask = throttled(work, 400);
  ask();
  ask();
  ask();
  expect(work).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(399);
  expect(work).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(work).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(work).toHaveBeenCalledTimes(2);
  ask();
  expect(work).toHaveBeenCalledTimes(3);
  vi.useRealTimers();
});
