import { personDialogTexts } from "./texts/person-dialog.sv.ts";

const DOORS_NAMED = 2;

/** Why a PIN of the portal is shorter than it makes them. */
export function shortPinWords(digits: number, limitedBy: readonly string[]): string {
  return personDialogTexts.pinLength(digits, limitedBy.slice(0, DOORS_NAMED), limitedBy.length);
}
