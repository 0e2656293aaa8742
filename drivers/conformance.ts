import assert from "node:assert/strict";
import { DeviceError, type DeviceErrorCode } from "./errors.ts";

export interface ConformanceCase<Harness> {
  name: string;
  run(harness: Harness): Promise<void>;
}

export type HarnessFault =
  | "lost-before-applied"
  | "lost-after-applied"
  | "hangs"
  | "hangs-after-applied"
  | "garbage"
  | "xml"
  | "html"
  | "huge"
  | "redirect"
  | "overloaded"
  | "crash";

/** Asserts that the work fails with one of these codes; returns the error. */
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
