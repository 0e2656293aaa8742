import { DatabaseError } from "pg";
import { administratorErrors } from "#contract/errors/administrators.ts";
import { PortalError, toPortalError } from "#server/platform/http/errors.ts";

/** Converts any thrown value to a refusal that names its form field and has the specification's sentence. */
export function adminFailure(error: unknown): PortalError {
  if (error instanceof DatabaseError && error.code === "23503" && error.table === "user_roles")
    return new PortalError(administratorErrors.administrators_organization_gone(), { cause: error });
  const known = toPortalError(error);
  switch (known.code) {
    case "email_taken":
      return new PortalError(administratorErrors.email_taken(), { cause: error });
    case "invalid_email":
      return known.at("email");
    case "weak_password":
      return known.at("password");
    default:
      return known;
  }
}
