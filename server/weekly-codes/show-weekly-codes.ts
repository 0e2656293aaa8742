// Shows weekly codes in clear text after a step-up.

import { encryptionAad } from "#database/encrypted-columns.ts";
import { writeAudit } from "#server/audit/record-operation.ts";
import { consumeReveal, type RevealDeps } from "#server/auth/reveal-limit.ts";
import { requireStepUp } from "#server/auth/step-up.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import type { AwaitDeps } from "#server/reconcile/engine/await-replicas.ts";
import { encryptedCodes, listPendingRemovals, listWeeklyCodes } from "./weekly-codes.store.ts";

export interface ShowDeps extends Deps, AwaitDeps {
  auth: RevealDeps["auth"];
}

/** Returns the codes; audited before any leaves the server. */
export async function showWeeklyCodes(deps: ShowDeps, { claims, asCaller }: CallerContext) {
  const { codes, pendingRemovals } = await asCaller(async (client) => {
    await requireStepUp(deps, claims);
    await consumeReveal(deps, claims.sub);
    await writeAudit(client, { action: "weekly_codes_read", objectType: "weekly_codes", objectId: null });
    return { codes: await listWeeklyCodes(client), pendingRemovals: await listPendingRemovals(client) };
  });
  const encrypted = await encryptedCodes(deps.pools.engine);
  return {
    codes: codes.flatMap((code) => {
      const text = encrypted.get(code.id);
      if (text === undefined) return [];
      return [{ ...code, code: deps.keys.openPin(text, encryptionAad("weekly_codes.code", code.id)) }];
    }),
    pending_removals: pendingRemovals,
  };
}
