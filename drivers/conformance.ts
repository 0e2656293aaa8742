// What every driver must show against its simulator, whatever the vendor. The cases know nothing of a test runner: a test
// gives each of them a fresh harness and runs it. They live in conformance-door.ts and conformance-plate.ts.
import assert from "node:assert/strict";
import { DeviceError, type DeviceErrorCode } from "./errors.ts";

export interface ConformanceCase<Harness> {
  /** A sentence about the device. */
  name: string;
  run(harness: Harness): Promise<void>;
}

/** What a harness can make its device do to the next call, which carries a valid login. */
export type HarnessFault =
  | "lost-before-applied"
  | "lost-after-applied"
  | "hangs"
  | "hangs-after-applied"
  | "garbage"
  | "html"
  | "huge"
  | "redirect"
  | "overloaded"
  | "crash";

/** Waits for a DeviceError with one of the codes and gives it back for closer looks. */
export async function fails(work: Promise<unknown>, ...codes: DeviceErrorCode[]): Promise<DeviceError> {
  const outcome = await work.then(
    () => null,
    (error: unknown) => error,
  );
  assert.ok(outcome !== null, `expected ${codes.join(" or ")}, but the call succeeded`);
  if (!(outcome instanceof DeviceError)) throw outcome;
  assert.ok(codes.includes(outcome.code), `expected ${codes.join(" or ")}, got ${outcome.code}: ${outcome.message}`);
  return outcome;
}
