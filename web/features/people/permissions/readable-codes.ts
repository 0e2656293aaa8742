import type { OwnWeeklyCode } from "#contract/functions/own-weekly-codes.ts";
import type { Unit } from "./controller-units.ts";

export interface ReadableCode {
  code: OwnWeeklyCode;
  /** The controllers that have the code, in their order. */
  units: readonly [Unit, ...Unit[]];
}

/** Returns each code that the organisation may read once, with its controllers. Confirmed only where all have confirmed it. */
export function readableCodes(codes: readonly OwnWeeklyCode[], units: readonly Unit[]): ReadableCode[] {
  const found = new Map<string, { code: OwnWeeklyCode; units: [Unit, ...Unit[]] }>();
  for (const unit of units) {
    const code = codes.find((one) => one.controller_id === unit.id);
    if (!code?.is_own) continue;
    const known = found.get(code.id);
    if (!known) found.set(code.id, { code, units: [unit] });
    else {
      known.units.push(unit);
      known.code = { ...known.code, is_written: known.code.is_written && code.is_written };
    }
  }
  return [...found.values()];
}
