// What the slices of the fault campaign share.
import { OPERATIONS, type OperationName } from "../operations/operations.ts";

/** A trial waits a minute for an answer and a minute for quiet at most, and may have to make its installation first. */
export const TRIAL_LIMIT_MS = 240_000;

const NAMES = Object.keys(OPERATIONS).filter((name): name is OperationName => name in OPERATIONS);

/** The operations in turn, so that a slice meets all of them. */
export function operationFor(i: number): OperationName {
  return NAMES[i % NAMES.length] ?? "create";
}
