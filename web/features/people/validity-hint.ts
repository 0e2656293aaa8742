import { stockholmDay } from "#contract/stockholm.ts";
import {
  customWindow,
  endDateProblem,
  type StoredValidity,
  type ValidityWindow,
  validityWindow,
} from "#contract/validity.ts";
import { formatShortDay } from "#web/lib/dates.ts";
import { hasEnded } from "./credential-status.ts";
import type { PersonCredential } from "./person.ts";
import { personDialogTexts } from "./texts/person-dialog.sv.ts";

export interface ValidityHint {
  text: string;
  /** The stored dates have passed, and saving this choice keeps them. */
  ended: boolean;
  /** The stored choice, whose dates can be kept or renewed. */
  isStored: boolean;
}

export interface ValidityChoice {
  period: StoredValidity | "";
  /** yyyy-MM-dd of a chosen end date, else "". */
  endDate: string;
  /** The stored period restarts now. */
  renew: boolean;
}

/** Returns the hint. An unchanged period keeps its dates unless renewed; another runs from `now`. Undefined until one is chosen. */
export function validityHint(
  choice: ValidityChoice,
  stored: PersonCredential | undefined,
  now: Date,
): ValidityHint | undefined {
  if (choice.period === "") return undefined;
  const isStored = isStoredChoice(choice, stored);
  if (stored === undefined || !isStored || choice.renew) {
    const given = newWindow(choice, now);
    if (given === null) return undefined;
    const words = choice.period === "custom" ? personDialogTexts.windowUntil : personDialogTexts.window;
    return { text: words(formatShortDay(given.validFrom), formatShortDay(given.validTo)), ended: false, isStored };
  }
  if (!hasEnded(stored, now)) return { text: window(stored.valid_from, stored.valid_to), ended: false, isStored };
  return { text: personDialogTexts.windowEnded(formatShortDay(stored.valid_to)), ended: true, isStored };
}

/** Returns the end after saving this choice; null when the stored dates stay. */
export function newEndOf(choice: ValidityChoice, stored: PersonCredential, now: Date): Date | null {
  if (isStoredChoice(choice, stored) && !choice.renew) return null;
  return newWindow(choice, now)?.validTo ?? null;
}

function isStoredChoice({ period, endDate }: ValidityChoice, stored: PersonCredential | undefined): boolean {
  if (stored === undefined || stored.validity_period !== period) return false;
  return period !== "custom" || endDate === endDateOf(stored);
}

/** Returns the new window; null while there is no end that may be saved. */
function newWindow({ period, endDate }: ValidityChoice, now: Date): ValidityWindow | null {
  if (period === "") return null;
  if (period !== "custom") return validityWindow(period, now);
  return endDate === "" || endDateProblem(endDate, now) !== null ? null : customWindow(endDate, now);
}

/** Returns the stored end date in the form's format; undefined for a period. */
export function endDateOf(stored: PersonCredential | undefined): string | undefined {
  return stored?.validity_period === "custom" && stored.valid_to !== null
    ? stockholmDay(new Date(stored.valid_to))
    : undefined;
}

function window(from: Date | string | null, to: Date | string | null): string {
  return personDialogTexts.window(formatShortDay(from), formatShortDay(to));
}
