import type { Pool } from "pg";
import { gateErrors } from "#contract/errors/gates.ts";
import type { PassageExplanation } from "#contract/functions/explain-passage.ts";
import type { Caller } from "#server/platform/database/as-user.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { AsCaller } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { type CredentialThen, explainPassage, type PassageFacts } from "./explain-passage.rules.ts";
import {
  type AccessEvent,
  type PassageFactsRow,
  readAccessEvent,
  readCandidates,
  readPassageFacts,
} from "./passages.store.ts";

/** @throws PortalError 404 when the caller sees no such event */
export async function explainDoorPassage(
  { pools, guard }: Pick<Deps, "pools" | "guard">,
  asCaller: AsCaller,
  id: string,
): Promise<PassageExplanation> {
  const { passage, scope } = await asCaller(async (client, caller: Caller) => ({
    passage: await readAccessEvent(client, id, guard.scope(caller)),
    scope: guard.scope(caller),
  }));
  if (passage === null) throw new PortalError(gateErrors.passage_gone());
  const explained = explainPassage(factsOf(passage, await readPassageFacts(pools.engine, passage)));
  return { ...explained, candidates: await candidatesOf(pools.engine, passage, scope) };
}

function candidatesOf(engine: Pool, passage: AccessEvent, scope: string | null) {
  return passage.reason === "unknown_code" ? readCandidates(engine, passage, scope) : Promise.resolve([]);
}

function factsOf(passage: AccessEvent, row: PassageFactsRow): PassageFacts {
  return {
    occurredAt: passage.occurred_at,
    granted: passage.granted,
    reason: passage.reason,
    doorId: passage.access_point_id,
    clockSkewMs: row.clock_skew_ms,
    pinUse: row.pin_use,
    endUserId: row.end_user_id,
    credential: passage.credential_id === null ? null : credentialThen(row),
  };
}

function credentialThen(row: PassageFactsRow): CredentialThen {
  return {
    version: row.has_version
      ? {
          enabled: row.enabled ?? false,
          validFrom: row.valid_from,
          validTo: row.valid_to,
          doorIds: row.access_point_ids ?? [],
        }
      : null,
    changedAt: row.changed_at,
    doorEnabled: row.door_enabled,
    linked: row.linked,
    held: heldThen(row),
  };
}

function heldThen({ receipt_kind, receipt_at, waiting_since }: PassageFactsRow): CredentialThen["held"] {
  if (receipt_kind === "grant") return { state: "present", since: receipt_at };
  if (receipt_kind !== null) return { state: "absent", since: receipt_at };
  return waiting_since === null ? { state: "unknown", since: null } : { state: "absent", since: waiting_since };
}
