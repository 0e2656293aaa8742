/** Milliseconds of the machine's monotonic clock, comparable across processes. */
export function sharedMs(): number {
  return Number(process.hrtime.bigint() / 1_000n) / 1_000;
}
