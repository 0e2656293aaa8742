// The audit row is committed before the PIN leaves the server.

import { z } from "zod";
import { peopleErrors } from "#contract/errors/people.ts";
import { writeAudit } from "#server/audit/record-operation.ts";
import { payForReveal, type RevealDeps } from "#server/auth/reveal-limit.ts";
import { requireStepUp, type StepUpDeps } from "#server/auth/step-up.ts";
import { encryptionAad } from "#server/platform/crypto/encrypted-columns.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";

const ownedRow = z.object({ organization_id: z.string() });
const encryptedRow = z.object({ credential_value: z.string() });

export interface RevealPinDeps extends Pick<Deps, "pools" | "clock" | "guard" | "keys"> {
  auth: StepUpDeps["auth"] & RevealDeps["auth"];
}

/** Throws 404 unless it is a visible PIN; 403 `reauthentication_needed`; 429 past the account's limit. */
export async function revealPin(
  deps: RevealPinDeps,
  { claims, asCaller }: CallerContext,
  credentialId: string,
): Promise<string> {
  await asCaller(async (client, caller) => {
    await requireStepUp(deps, claims);
    const { rows } = await client.query(
      "select organization_id from credentials where id = $1 and credential_type = 'pin'",
      [credentialId],
    );
    if (rows[0] === undefined) throw notFound();
    if (!deps.guard.admits(caller, ownedRow.parse(rows[0]).organization_id)) throw notFound();
    await payForReveal(deps, claims.sub);
    await writeAudit(client, { action: "pin_revealed", objectType: "credentials", objectId: credentialId });
  });
  return openStoredPin(deps, credentialId);
}

/** For whoever has asked and paid. Throws 404. */
export async function openStoredPin(
  { pools, keys }: Pick<RevealPinDeps, "pools" | "keys">,
  credentialId: string,
): Promise<string> {
  const { rows } = await pools.engine.query(
    "select credential_value from credentials where id = $1 and credential_type = 'pin'",
    [credentialId],
  );
  if (rows[0] === undefined) throw notFound();
  return keys.openPin(
    encryptedRow.parse(rows[0]).credential_value,
    encryptionAad("credentials.credential_value", credentialId),
  );
}

function notFound(): PortalError {
  return new PortalError(peopleErrors.pin_gone());
}
