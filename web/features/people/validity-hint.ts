import { type ValidityPeriod, validityWindow } from "#contract/validity.ts";
import { formatShortDay } from "#web/lib/dates.ts";
import { personDialogTexts } from "#web/texts/person-dialog.ts";
import { hasEnded } from "./credential-status.ts";
import type { PersonCredential } from "./person.ts";

export interface ValidityHint {
  text: string;
  /** The stored dates have passed, and saving this choice keeps them. */
  ended: boolean;
  /** The stored choice, whose dates can be kept or renewed. */
  isStored: boolean;
}

export interface ValidityChoice {
  period: ValidityPeriod | "";
  /** The stored period restarts now. */
  renew: boolean;
}

/** An unchanged period keeps its dates unless renewed; another runs from `now`. Undefined until one is chosen. */
export function validityHint(
  { period, renew }: ValidityChoice,
  stored: PersonCredential | undefined,
  now: Date,
): ValidityHint | undefined {
  if (period === "") return undefined;
  const isStored = stored?.validity_period === period;
  if (stored === undefined || !isStored || renew) {
    const { validFrom, validTo } = validityWindow(period, now);
    return { text: window(validFrom, validTo), ended: false, isStored };
  }
  if (!hasEnded(stored, now)) return { text: window(stored.valid_from, stored.valid_to), ended: false, isStored };
  return { text: personDialogTexts.windowEnded(formatShortDay(stored.valid_to)), ended: true, isStored };
}

/** The end that saving this choice gives; null when the stored dates stay. */
export function newEndOf({ period, renew }: ValidityChoice, stored: PersonCredential, now: Date): Date | null {
  if (period === "" || (stored.validity_period === period && !renew)) return null;
  return validityWindow(period, now).validTo;
}

function window(from: Date | string | null, to: Date | string | null): string {
  return personDialogTexts.window(formatShortDay(from), formatShortDay(to));
}
