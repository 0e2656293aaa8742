import { paced } from "#tests/support/pace.ts";
import { OPERATIONS, type OperationName } from "../operations/operations.ts";

/** A trial waits at most a minute for an answer and a minute for quiet, and may first build its installation. */
export const TRIAL_LIMIT_MS = paced(240_000);

const NAMES = Object.keys(OPERATIONS).filter((name): name is OperationName => name in OPERATIONS);

export function operationFor(i: number): OperationName {
  return NAMES[i % NAMES.length] ?? "create";
}
