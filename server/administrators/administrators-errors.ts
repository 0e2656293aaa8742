// What is refused about an administrator, in the words of specification section 8 and at the field it concerns.
import { DatabaseError } from "pg";
import { PortalError, toPortalError } from "#server/platform/http/errors.ts";

/** The error to answer with. */
export function adminFailure(error: unknown): PortalError {
  if (error instanceof DatabaseError) return fromDatabase(error);
  const { status, code, message } = toPortalError(error);
  switch (code) {
    case "email_taken":
      // The page, and every client that was written against the hosted service, knows it by these words.
      return new PortalError(status, code, "User already registered", { field: "email", cause: error });
    case "invalid_email":
      return new PortalError(status, code, message, { field: "email", cause: error });
    case "weak_password":
      return new PortalError(status, code, message, { field: "password", cause: error });
    default:
      return toPortalError(error);
  }
}

function fromDatabase(error: DatabaseError): PortalError {
  if (error.constraint === "user_roles_last_system_admin") {
    return new PortalError(
      409,
      "last_system_admin",
      "Det måste finnas minst en systemadministratör. Inget har ändrats. Lägg till en till först.",
      { cause: error },
    );
  }
  if (error.code === "23503" && error.table === "user_roles") {
    return new PortalError(404, "not_found", "Organisationen finns inte längre. Inget har sparats. Ladda om listan.", {
      cause: error,
    });
  }
  return toPortalError(error);
}
