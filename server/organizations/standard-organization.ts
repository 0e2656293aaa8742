// Which organisation a new controller names (specification section 9), in the words of section 8 when that cannot be told.
import { DatabaseError, type PoolClient } from "pg";
import { PortalError } from "#server/platform/http/errors.ts";
import { earliestOrganization, insertStandardOrganization } from "./organizations.store.ts";

const KEPT = "Styrenheten är inte sparad.";
/** Deadlocks and the like: the transaction is tried once more, and must see what happened. */
const TRIED_AGAIN = /^40/;

/** The earliest organisation's id; made when there is none. Throws PortalError 500 and 503. */
export async function standardOrganization(client: PoolClient): Promise<string> {
  const found = await told(earliestOrganization(client), [
    503,
    "database_unavailable",
    "Kunde inte ansluta till databasen",
  ]);
  if (found !== null) return found;
  const made = await told(insertStandardOrganization(client), [
    500,
    "internal",
    "Kunde inte skapa standardorganisation",
  ]);
  if (made === null) throw new PortalError(500, "internal", `Systemet kunde inte initialiseras korrekt. ${KEPT}`);
  return made;
}

async function told<T>(
  work: Promise<T>,
  [status, code, sentence]: [number, "database_unavailable" | "internal", string],
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof DatabaseError && TRIED_AGAIN.test(error.code ?? "")) throw error;
    throw new PortalError(status, code, `${sentence}. ${KEPT} Försök igen om en stund.`, { cause: error });
  }
}
