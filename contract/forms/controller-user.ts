// The form of a person on one door controller (docs/requirements.md, section 5). When editing, names are fixed and a blank PIN keeps the stored
// one.
import { z } from "zod";
import { CONTROLLER_USER_DAYS_EDIT, CONTROLLER_USER_DAYS_NEW, NAME_MAX_LENGTH } from "../limits.ts";
import { PIN_PATTERN } from "../pin.ts";
import { plainLine } from "../plain-line.ts";
import { formTexts } from "./texts.ts";

const PIN_TEXT = formTexts.pin_malformed;

const name = (missing: string, tooLong: string) =>
  z.string().overwrite(plainLine).min(1, missing).max(NAME_MAX_LENGTH, tooLong);

/** `validFrom` and `validTo`: first and last day, yyyy-MM-dd in Stockholm; blank when emptied. */
const fields = {
  firstName: name(formTexts.first_name_missing, formTexts.first_name_long),
  lastName: name(formTexts.last_name_missing, formTexts.last_name_long),
  pin: z.string().regex(PIN_PATTERN, PIN_TEXT),
  validFrom: z.string().min(1, formTexts.valid_from_missing),
  validTo: z.string().min(1, formTexts.valid_to_missing),
};

const later = ({ validFrom, validTo }: { validFrom: string; validTo: string }) => validTo === "" || validTo > validFrom;
const notLater = { path: ["validTo"], message: formTexts.valid_to_not_later };

export const createControllerUserForm = z.object(fields).refine(later, notLater);

/** Makes the form. `hasPin`: blank keeps the stored PIN. Names are not validated: the device may lack a first name. */
export function editControllerUserForm({ hasPin }: { hasPin: boolean }) {
  return z
    .object({
      ...fields,
      firstName: z.string(),
      lastName: z.string(),
      pin: hasPin ? z.union([z.literal(""), fields.pin], PIN_TEXT) : fields.pin,
    })
    .refine(later, notLater);
}

export type ControllerUserForm = z.output<typeof createControllerUserForm>;

/** Returns the number of days that the form proposes from today (section 9), for a new person or one without a known end. */
export function proposedDays(isNew: boolean): number {
  return isNew ? CONTROLLER_USER_DAYS_NEW : CONTROLLER_USER_DAYS_EDIT;
}
