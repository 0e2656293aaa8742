import { describe, expect, test } from "vitest";
import { idsOfState } from "./controller-filters.ts";
import { controllerSync, NOTHING_WAITS, type Worker } from "./controller-sync-state.ts";

const WORKER: Worker = {
  controller_id: "a",
  desired_gen: 3,
  applied_gen: 3,
  last_error: null,
  next_try_at: "2026-11-20T10:00:00Z",
  breaker_open_since: null,
  last_full_at: "2026-11-20T09:00:00Z",
};

describe("a controller's state", () => {
  test("is synced when nothing waits, and names no next try", () => {
    expect(controllerSync(WORKER, NOTHING_WAITS)).toMatchObject({ state: "synced", count: 0, nextTryAt: null });
  });

  test("is waiting while its own doors or links are not carried over, though no person waits", () => {
    expect(controllerSync({ ...WORKER, desired_gen: 4 }, NOTHING_WAITS)).toMatchObject({ state: "pending", count: 0 });
  });

  test("counts the people who wait", () => {
    expect(controllerSync(WORKER, { ...NOTHING_WAITS, pending: 2 })).toMatchObject({ state: "pending", count: 2 });
  });

  test("shows a removal before what waits to be written, since somebody may still get in", () => {
    expect(controllerSync(WORKER, { pending: 5, pending_removal: 1, failed: 0 })).toMatchObject({
      state: "pending_removal",
      count: 1,
    });
  });

  test("shows a refused replica before a removal", () => {
    expect(controllerSync(WORKER, { pending: 5, pending_removal: 1, failed: 3 })).toMatchObject({
      state: "failed",
      count: 3,
    });
  });

  // Covers: page.5
  test("is failed with its cause when it does not answer, and with removals waiting too", () => {
    const worker = { ...WORKER, last_error: "timeout", breaker_open_since: "2026-11-20T09:30:00Z" };
    expect(controllerSync(worker, { pending: 0, pending_removal: 1, failed: 0 })).toMatchObject({
      state: "failed",
      error: "timeout",
      failingSince: "2026-11-20T09:30:00Z",
    });
  });
});

describe("the filter on state", () => {
  const syncs = new Map([
    ["c", controllerSync({ ...WORKER, controller_id: "c", last_error: "timeout" }, NOTHING_WAITS)],
    ["a", controllerSync(WORKER, NOTHING_WAITS)],
    ["b", controllerSync({ ...WORKER, controller_id: "b", desired_gen: 4 }, NOTHING_WAITS)],
  ]);

  test("asks for the controllers in that state", () => {
    expect(idsOfState("failed", syncs)).toEqual(["c"]);
  });

  test("asks for the synced ones by leaving out all others", () => {
    expect(idsOfState("synced", syncs)).toEqual(["b", "c"]);
  });

  test.each(["all", "paused"] as const)("needs no ids for %s", (state) => {
    expect(idsOfState(state, syncs)).toEqual([]);
  });
});
