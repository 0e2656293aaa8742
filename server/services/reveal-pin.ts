// Shows one PIN to somebody who may see the person. The audit row is committed before the PIN leaves the server.
import { peopleErrors } from "#contract/errors/people.ts";
import { z } from "zod";
import { sealAad } from "../crypto/sealed-columns.ts";
import { asUser, type SessionClaims } from "../database/as-user.ts";
import type { FunctionDeps } from "../functions/function.ts";
import { PortalError } from "../http/errors.ts";
import { writeAudit } from "../store/audit.ts";
import { requireFreshProof } from "./fresh-proof.ts";
import { payForReveal } from "./reveal-limit.ts";

const ownedRow = z.object({ organization_id: z.string() });
const sealedRow = z.object({ credential_value: z.string() });

/**
 * Throws 404 when the caller cannot see the credential, or when it is no PIN; 403 `reauthentication_needed`; 429 when the account
 * has had its share.
 */
export async function readCredentialPin(
  deps: FunctionDeps,
  claims: SessionClaims,
  credentialId: string,
): Promise<string> {
  await asUser(deps.pools.user, claims, async (client, caller) => {
    await requireFreshProof(deps, claims);
    const { rows } = await client.query(
      "select organization_id from credentials where id = $1 and credential_type = 'pin'",
      [credentialId],
    );
    if (rows[0] === undefined) throw notFound();
    if (!deps.wall.admits(caller, ownedRow.parse(rows[0]).organization_id)) throw notFound();
    await payForReveal(deps, claims.sub);
    await writeAudit(client, { action: "pin_revealed", objectType: "credentials", objectId: credentialId });
  });
  const { rows } = await deps.pools.engine.query(
    "select credential_value from credentials where id = $1 and credential_type = 'pin'",
    [credentialId],
  );
  if (rows[0] === undefined) throw notFound();
  return deps.keys.openPin(
    sealedRow.parse(rows[0]).credential_value,
    sealAad("credentials.credential_value", credentialId),
  );
}

function notFound(): PortalError {
  return new PortalError(peopleErrors.pin_gone());
}
