import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { GATE_LATEST_MS } from "#contract/limits.ts";
import { bodyInTime } from "./body-in-time.ts";

function awaited() {
  const waits: { ms: number; signal: AbortSignal | undefined; over: () => void }[] = [];
  const clock = {
    now: () => new Date(),
    monotonic: () => 0,
    wait: (ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) => void waits.push({ ms, signal, over: resolve })),
  };
  const broken = vi.fn();
  const done = vi.fn();
  const metrics = { broken, decided: vi.fn(), opened: vi.fn() };
  return { waits, broken, done, end: bodyInTime<string>({ clock, metrics }, done) };
}

test("a body that comes with its headers begins no timer", async () => {
  const { waits, done, end } = awaited();
  end(null, "all of it");
  await nextTurn();
  expect(waits).toEqual([]);
  expect(done.mock.calls).toEqual([[null, "all of it"]]);
});

test("a body that comes later ends its timer, once", async () => {
  const { waits, done, end } = awaited();
  await nextTurn();
  expect(waits).toMatchObject([{ ms: GATE_LATEST_MS, signal: { aborted: false } }]);
  end(null, "all of it");
  end(new Error("closed"));
  expect(waits[0]?.signal?.aborted).toBe(true);
  expect(done.mock.calls).toEqual([[null, "all of it"]]);
});

test("a body that does not come is answered when the read's time is over, and what comes then is dropped", async () => {
  const { waits, broken, done, end } = awaited();
  await nextTurn();
  waits[0]?.over();
  await nextTurn();
  end(null, "all of it");
  expect(done).toHaveBeenCalledOnce();
  expect(done.mock.calls[0]?.[0]).toMatchObject({ code: "request_timeout", status: 408 });
  expect(broken.mock.calls).toEqual([["request_timeout", "gate"]]);
});
