// Chooses a new controller's organisation (docs/requirements.md, section 9), with the refusals of section 8.
import { DatabaseError, type PoolClient } from "pg";
import { controllerErrors } from "#contract/errors/controllers.ts";
import type { Refusal } from "#contract/errors/define-errors.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { earliestOrganization, insertStandardOrganization } from "./organizations.store.ts";

/** Errors such as deadlocks pass through, so that the transaction is retried. */
const TRIED_AGAIN = /^40/;

/** Returns the earliest organisation's id, creating one if there is none. Throws PortalError 500 and 503. */
export async function standardOrganization(client: PoolClient): Promise<string> {
  const found = await reported(earliestOrganization(client), controllerErrors.standard_organization_unread);
  if (found !== null) return found;
  const made = await reported(insertStandardOrganization(client), controllerErrors.standard_organization_not_made);
  if (made === null) throw new PortalError(controllerErrors.standard_organization_hidden());
  return made;
}

async function reported<T>(work: Promise<T>, refusal: () => Refusal): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof DatabaseError && TRIED_AGAIN.test(error.code ?? "")) throw error;
    throw new PortalError(refusal(), { cause: error });
  }
}
