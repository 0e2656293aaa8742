// The administrator form: organisation administrators and system administrators.
import { z } from "zod";
import { EMAIL_MAX_LENGTH, NAME_MAX_LENGTH, PASSWORD_MIN_LENGTH } from "../limits.ts";
import { plainLine } from "../plain-line.ts";

const name = (missing: string, tooLong: string) =>
  z.string().overwrite(plainLine).min(1, missing).max(NAME_MAX_LENGTH, tooLong);

/** `passwordText`: the two forms word the same rule differently in the specification. */
function administratorForm(passwordText: string) {
  return z.object({
    firstName: name("Förnamn krävs", "Förnamn måste vara mindre än 100 tecken"),
    lastName: name("Efternamn krävs", "Efternamn måste vara mindre än 100 tecken"),
    email: z
      .string()
      .trim()
      .max(EMAIL_MAX_LENGTH, "E-postadressen får vara högst 255 tecken")
      .pipe(z.email("Ogiltig e-postadress")),
    /** Blank: a new administrator gets a temporary one, an edited one keeps theirs. */
    password: z
      .string()
      .refine((value) => value.trim() === "" || value.length >= PASSWORD_MIN_LENGTH, passwordText)
      .optional(),
  });
}

export const orgAdminForm = administratorForm("Lösenordet måste vara minst 6 tecken");
export const systemAdminForm = administratorForm("Lösenord måste vara minst 6 tecken");
export type AdministratorForm = z.infer<typeof orgAdminForm>;
