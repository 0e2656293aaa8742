import { expect, test } from "vitest";
import { UnreachableError } from "#drivers/errors.ts";
import { LeaseLostError } from "./worker-context.ts";
import { ControllerGoneError, SyncPausedError, WorkerBusyError, workerFailure } from "./worker-errors.ts";

test.each([
  [new WorkerBusyError("another worker has it"), "controller_busy"],
  [new LeaseLostError("another worker took it in the middle"), "controller_busy"],
  [new ControllerGoneError(), "controller_not_found"],
  [new SyncPausedError("all"), "sync_paused"],
  [new UnreachableError("no answer"), "device_unreachable"],
])("%s is answered as %s", (error, reason) => {
  expect(workerFailure(error)).toMatchObject({ reason });
});

test("an unforeseen error is passed on unchanged", () => {
  const error = new Error("unforeseen");
  expect(workerFailure(error)).toBe(error);
});
