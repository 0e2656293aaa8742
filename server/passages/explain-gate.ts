import { gateErrors } from "#contract/errors/gates.ts";
import type { PassageExplanation } from "#contract/functions/explain-passage.ts";
import { readPlate } from "#contract/plate.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { AsCaller } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { explainGate, type GatePassageFacts, type PlateThen } from "./explain-gate.rules.ts";
import { heldThen } from "./explain-passage.ts";
import {
  type GateFactsRow,
  type GatePassage,
  readGateFacts,
  readGatePassage,
  readNearPeople,
} from "./gate-passages.store.ts";
import { type PassageFactsRow, readPassageFacts } from "./passages.store.ts";

/** @throws PortalError 404 when the caller sees no such passage */
export async function explainGatePassage(
  { pools: { engine }, guard }: Pick<Deps, "pools" | "guard">,
  asCaller: AsCaller,
  id: string,
): Promise<PassageExplanation> {
  const { passage, scope } = await asCaller(async (client, caller) => {
    const scope = guard.scope(caller);
    return { passage: await readGatePassage(client, id, scope), scope };
  });
  if (passage === null) throw new PortalError(gateErrors.passage_gone());
  const { detected_at: occurred_at, controller_id, credential_id } = passage;
  const of = { occurred_at, controller_id, credential_id, access_point_id: null };
  const [plate, gate] = await Promise.all([readPassageFacts(engine, of), readGateFacts(engine, passage)]);
  const explained = explainGate(factsOf(passage, plate, gate));
  const isNear = explained.reasons.some(({ code }) => code === "near_miss");
  return { ...explained, candidates: isNear ? await readNearPeople(engine, gate, scope) : [], fixes: [] };
}

function factsOf(passage: GatePassage, plate: PassageFactsRow, gate: GateFactsRow): GatePassageFacts {
  return {
    occurredAt: passage.detected_at,
    gateId: passage.controller_id,
    reason: passage.access_reason,
    granted: passage.access_granted,
    isRead: readPlate(passage.plate_number) !== null,
    opened: passage.duplicate_of === null ? passage.macro_executed : gate.first_executed,
    restoreHeld: gate.restore_held,
    nearMiss: gate.near_miss_id !== null,
    linkedAt: gate.linked_at,
    endUserId: plate.end_user_id,
    credential: passage.credential_id === null ? null : plateThen(plate),
  };
}

function plateThen(row: PassageFactsRow): PlateThen {
  return {
    version: row.has_version
      ? {
          enabled: row.enabled ?? false,
          validFrom: row.valid_from,
          validTo: row.valid_to,
          gateIds: row.controller_ids ?? [],
        }
      : null,
    changedAt: row.changed_at,
    held: heldThen(row),
  };
}
