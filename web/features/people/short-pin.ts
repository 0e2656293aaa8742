import { personDialogTexts } from "./texts/person-dialog.sv.ts";

const DOORS_NAMED = 2;

/** Explains why a PIN of the portal is shorter than usual. */
export function shortPinWords(digits: number, limitedBy: readonly string[]): string {
  return personDialogTexts.pinLength(digits, limitedBy.slice(0, DOORS_NAMED), limitedBy.length);
}
