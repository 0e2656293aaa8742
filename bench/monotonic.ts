/** Milliseconds of the clock that all processes of one machine share, so that what one sent and another saw can be compared. */
export function sharedMs(): number {
  return Number(process.hrtime.bigint() / 1_000n) / 1_000;
}
