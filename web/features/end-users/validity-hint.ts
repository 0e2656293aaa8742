// What stands under "Giltighet": the dates that the choice means, told before anything is saved.
import { type ValidityPeriod, validityWindow } from "#contract/validity.ts";
import { formatShortDay } from "../../lib/dates.ts";
import { endUsersTexts } from "../../texts/end-users.ts";
import type { PersonCredential } from "./person.ts";
import { hasEnded } from "./standing.ts";

export interface ValidityHint {
  text: string;
  /** The stored dates have passed, and saving this choice keeps them. */
  ended: boolean;
}

/** An unchanged period keeps the stored dates; another one runs from `now`. Undefined until a period is chosen. */
export function validityHint(
  period: ValidityPeriod | "",
  stored: PersonCredential | undefined,
  now: Date,
): ValidityHint | undefined {
  if (period === "") return undefined;
  if (stored?.validity_period === period) {
    if (hasEnded(stored, now)) return { text: endUsersTexts.windowEnded(formatShortDay(stored.valid_to)), ended: true };
    return {
      text: endUsersTexts.window(formatShortDay(stored.valid_from), formatShortDay(stored.valid_to)),
      ended: false,
    };
  }
  const { validFrom, validTo } = validityWindow(period, now);
  return { text: endUsersTexts.window(formatShortDay(validFrom), formatShortDay(validTo)), ended: false };
}
