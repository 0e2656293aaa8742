// Handles a device that is away: the errors that mean it, the pause before the next try, and offline after five tries.
// database/reconcile/sync-status.function.sql and web/features/controllers/controller-sync-state.ts show it on the page.
import { backOff } from "#contract/back-off.ts";
import { DeviceError } from "#drivers/errors.ts";
import { recordWorkerFailure } from "./controller-workers.store.ts";
import type { Lease, WorkerContext } from "./worker-context.ts";

export interface DeviceTrouble {
  scope: "object" | "controller";
  code: string;
}

/** Codes that concern one object only. */
const OBJECT_CODES = new Set(["device_fault", "item_not_found"]);

/** Returns the device's error and what it concerns; null for an error that is not the device's. */
export function deviceTrouble(error: unknown): DeviceTrouble | null {
  if (!(error instanceof DeviceError)) return null;
  return { scope: OBJECT_CODES.has(error.code) ? "object" : "controller", code: error.code };
}

/** Codes about what one kind of call reads (the log, a comparison); other calls to the device work. */
const ONE_CALL_CODES = new Set([
  "nonsense_reply",
  "reply_too_large",
  "device_fault",
  "item_not_found",
  "unsupported_firmware",
]);

/** Returns the code of trouble with one kind of call; null where the error concerns the whole controller, or no device. */
export function troubleOfOneCall(error: unknown): string | null {
  const code = deviceTrouble(error)?.code;
  return code !== undefined && ONE_CALL_CODES.has(code) ? code : null;
}

/** Codes that a device uses for one object that it cannot take, and also for trouble of its own: only its next answer shows which. */
const DOUBTFUL_CODES = new Set([
  "device_failed",
  "nonsense_reply",
  "reply_too_large",
  "timeout",
  "connection_lost",
  "unreachable",
]);

/** Tells whether the error may belong to one object although it looks like the whole device's. */
export function mayBeOneObject({ code }: DeviceTrouble): boolean {
  return DOUBTFUL_CODES.has(code);
}

/** A returning device is served within five minutes. */
const PAUSES = { firstMs: 1_000, longestMs: 300_000 };
/** ±20 %, so that fifty controllers behind one switch do not all call at once when it returns. */
const JITTER = 0.2;
/** Consecutive failures before a controller counts as offline and gets one probe at a time. */
const BREAKER_AFTER = 5;

/** Returns the pause in ms after `attempts` consecutive failures (1: the first). `random` in [0, 1). */
export function backOffMs(attempts: number, random: number): number {
  return jitteredMs(backOff(attempts, PAUSES), random);
}

/** Returns the time ±20 %. `random`: from 0 to 1. */
export function jitteredMs(ms: number, random: number): number {
  return Math.round(ms * (1 - JITTER + 2 * JITTER * random));
}

/** Records a failed try and when the next one is due. `code` is shown as the controller's error. */
export async function recordAway(worker: WorkerContext, lease: Lease, code: string): Promise<void> {
  await recordWorkerFailure(worker.pool, lease, {
    error: code,
    pauseMs: (attempts) => backOffMs(attempts, worker.random()),
    breakerAfter: BREAKER_AFTER,
  });
}
