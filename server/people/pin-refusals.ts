// What the database's own rules say of PINs and plates, as sentences: for functions and for table calls alike.
import { DatabaseError } from "pg";
import { PIN_QUOTAS, SAME_PLATE_MAX } from "#contract/limits.ts";
import { PortalError } from "#server/platform/http/errors.ts";

/** The error to answer with; null when the database refused something else. */
export function pinRefusal(error: unknown, field: string): PortalError | null {
  if (!(error instanceof DatabaseError)) return null;
  switch (error.constraint) {
    case "credentials_pin_length":
      return new PortalError(
        400,
        "pin_length",
        "Läsaren vid en vald dörr tar inte koder med så många siffror. Inget har sparats. Välj en annan längd.",
        { field, cause: error },
      );
    case "credentials_pins_per_person":
      return new PortalError(
        409,
        "pin_quota",
        `En person kan ha högst ${PIN_QUOTAS.person} PIN-koder. Inget har sparats. Ta bort någon som inte används längre.`,
        { field, cause: error },
      );
    case "controller_pins_quota":
      return new PortalError(
        409,
        "pin_quota",
        `Organisationen har redan ${PIN_QUOTAS.controller} PIN-koder vid en styrenhet som delas med andra. Inget har sparats. Ta bort några som inte används längre.`,
        { field, cause: error },
      );
    case "credentials_same_plate":
      return new PortalError(
        409,
        "conflict",
        `Organisationen har redan registreringsnumret ${SAME_PLATE_MAX} gånger. Inget har sparats. Ta bort någon som inte används längre.`,
        { cause: error },
      );
    default:
      return null;
  }
}
