import { expect, test, vi } from "vitest";
import { stopOnce } from "./lifecycle.ts";

test("a part that does not stop is told, and keeps no later one running", async () => {
  const log = { warn: vi.fn(), error: vi.fn() };
  const lifecycle = { stopping: false };
  const stopping = new AbortController();
  const stopped: string[] = [];
  const failed = new Error("still in use");
  const steps = [
    () => Promise.reject(failed),
    async () => void stopped.push("connections"),
    async () => void stopped.push("database"),
  ];
  const stop = stopOnce({ lifecycle, log, stopping, steps });
  await Promise.all([stop(0), stop(0)]);
  expect([stopped, lifecycle.stopping, stopping.signal.aborted]).toEqual([["connections", "database"], true, true]);
  expect(log.error.mock.calls).toEqual([[{ err: failed }, expect.stringContaining("did not stop cleanly")]]);
  expect(log.warn).not.toHaveBeenCalled();
});
