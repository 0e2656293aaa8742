import { z } from "zod";
import { EMAIL_MAX_LENGTH, NAME_MAX_LENGTH, PASSWORD_MIN_LENGTH } from "../limits.ts";
import { plainLine } from "../plain-line.ts";
import { formTexts } from "./texts.ts";

const name = (missing: string, tooLong: string) =>
  z.string().overwrite(plainLine).min(1, missing).max(NAME_MAX_LENGTH, tooLong);

/** Makes a form; the specification words the password rule differently in the two forms. */
function administratorForm(passwordText: string) {
  return z.object({
    firstName: name(formTexts.first_name_missing, formTexts.first_name_long),
    lastName: name(formTexts.last_name_missing, formTexts.last_name_long),
    email: z.string().trim().max(EMAIL_MAX_LENGTH, formTexts.email_long).pipe(z.email(formTexts.email_invalid)),
    /** Blank: a new administrator gets a temporary password, an edited one keeps the present password. */
    password: z
      .string()
      .refine((value) => value.trim() === "" || value.length >= PASSWORD_MIN_LENGTH, passwordText)
      .optional(),
  });
}

export const orgAdminForm = administratorForm(formTexts.password_short);
export const systemAdminForm = administratorForm(formTexts.system_password_short);
export type AdministratorForm = z.infer<typeof orgAdminForm>;
