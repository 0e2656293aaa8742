import { gateErrors } from "#contract/errors/gates.ts";
import type { PassageExplanation, PassageFix } from "#contract/functions/explain-passage.ts";
import { readPlate } from "#contract/plate.ts";
import { mendableOf } from "#server/people/mend-credential.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { AsCaller } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { explainGate, type GatePassageFacts, type PlateThen } from "./explain-gate.rules.ts";
import { fixesNow, heldThen, type SeenPassage } from "./explain-passage.ts";
import {
  type GateFactsRow,
  type GatePassage,
  readFrameSource,
  readGateFacts,
  readGatePassage,
  readNearCars,
  readNearPeople,
} from "./gate-passages.store.ts";
import { ALIAS_FIX } from "./passage-fixes.rules.ts";
import { type PassageFactsRow, readPassageFacts } from "./passages.store.ts";

/** @throws PortalError 404 when the caller sees no such passage */
export async function explainGatePassage(
  deps: Pick<Deps, "pools" | "guard" | "clock">,
  asCaller: AsCaller,
  id: string,
): Promise<PassageExplanation> {
  const seen = await seeGatePassage(deps, asCaller, id);
  const scope = await asCaller(async (_client, caller) => deps.guard.scope(caller));
  const isNear = seen.explained.reasons.some(({ code }) => code === "near_miss");
  const candidates = isNear ? await readNearPeople(deps.pools.engine, seen.gate, scope) : [];
  const has_image = (await readFrameSource(deps.pools.engine, seen.passage.controller_id, scope)) !== null;
  return { ...seen.explained, candidates, has_image, fixes: gateFixesNow(seen, deps.clock.now()) };
}

export interface SeenGatePassage extends SeenPassage {
  passage: GatePassage;
  gate: GateFactsRow;
  /** The only car of the caller's that the reading nearly was; null: none, or several. */
  near: { nearMissId: string; credentialId: string } | null;
}

export function gateFixesNow(seen: SeenGatePassage, now: Date): PassageFix[] {
  return seen.near === null ? fixesNow(seen, now) : [ALIAS_FIX];
}

/** @throws PortalError 404 when the caller sees no such passage */
export async function seeGatePassage(
  { pools: { engine }, guard }: Pick<Deps, "pools" | "guard">,
  asCaller: AsCaller,
  id: string,
): Promise<SeenGatePassage> {
  const { passage, target, mendable } = await asCaller(async (client, caller) => {
    const passage = await readGatePassage(client, id, guard.scope(caller));
    const target = passage && gateTarget(passage);
    return { passage, target, mendable: target && (await mendableOf(client, caller, guard, target)) };
  });
  if (passage === null) throw new PortalError(gateErrors.passage_gone());
  const { detected_at: occurred_at, controller_id, credential_id } = passage;
  const of = { occurred_at, controller_id, credential_id, access_point_id: null };
  const [plate, gate] = await Promise.all([readPassageFacts(engine, of), readGateFacts(engine, passage)]);
  const explained = explainGate(factsOf(passage, plate, gate));
  const nearMissId = gate.near_miss_id;
  const isNear = nearMissId !== null && explained.reasons.some(({ code }) => code === "near_miss");
  const cars = isNear ? await asCaller((client, caller) => readNearCars(client, nearMissId, guard.scope(caller))) : [];
  const [car, another] = cars;
  const near = isNear && car !== undefined && another === undefined ? { nearMissId, credentialId: car } : null;
  return { passage, gate, explained, target, mendable, near };
}

function gateTarget({ credential_id: credentialId, controller_id: controllerId }: GatePassage) {
  if (credentialId === null || controllerId === null) return null;
  return { credentialId, at: "gate", placeId: controllerId, controllerId } as const;
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
