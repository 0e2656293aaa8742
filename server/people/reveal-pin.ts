// The audit row is committed before the PIN leaves the server.

import { z } from "zod";
import { peopleErrors } from "#contract/errors/people.ts";
import { writeAudit } from "#server/audit/record-operation.ts";
import { type ProofDeps, requireFreshProof } from "#server/auth/fresh-proof.ts";
import { payForReveal, type RevealDeps } from "#server/auth/reveal-limit.ts";
import { sealAad } from "#server/platform/crypto/sealed-columns.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";

const ownedRow = z.object({ organization_id: z.string() });
const sealedRow = z.object({ credential_value: z.string() });

export interface RevealPinDeps extends Pick<Deps, "pools" | "clock" | "wall" | "keys"> {
  auth: ProofDeps["auth"] & RevealDeps["auth"];
}

/** Throws 404 unless it is a visible PIN; 403 `reauthentication_needed`; 429 past the account's limit. */
export async function revealPin(
  deps: RevealPinDeps,
  { claims, asCaller }: CallerContext,
  credentialId: string,
): Promise<string> {
  await asCaller(async (client, caller) => {
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
