import type { Pool } from "pg";
import { gateErrors } from "#contract/errors/gates.ts";
import type {
  HoursThen,
  PassageCandidate,
  PassageExplanation,
  PassageFix,
} from "#contract/functions/explain-passage.ts";
import { readPlate } from "#contract/plate.ts";
import { fixableOf } from "#server/people/fix-credential.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { AsCaller } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { explainGate, type GatePassageFacts, nearCause, type PlateThen } from "./explain-gate.rules.ts";
import {
  accessHoursThen,
  fixesNow,
  givingGroups,
  heldThen,
  type SeenPassage,
  validityThen,
} from "./explain-passage.ts";
import {
  type GateFactsRow,
  type GatePassage,
  isNearOwnCar,
  type NearCarRow,
  readAlias,
  readFrameSource,
  readGateFacts,
  readGatePassage,
  readLinkable,
  readNearCars,
  readNobodysPassage,
} from "./gate-passages.store.ts";
import { ALIAS_FIX } from "./passage-fixes.rules.ts";
import { type PassageFactsRow, readPassageFacts } from "./passages.store.ts";

/** Explains a gate passage. Throws PortalError 404 when the caller sees no such passage. */
export async function explainGatePassage(
  deps: Pick<Deps, "pools" | "guard" | "clock">,
  asCaller: AsCaller,
  id: string,
): Promise<PassageExplanation> {
  const seen = await seeGatePassage(deps, asCaller, id);
  const source = seen.isInLog ? await readFrameSource(deps.pools.engine, seen.passage.controller_id, seen.scope) : null;
  return {
    ...seen.explained,
    candidates: seen.candidates,
    more_candidates: 0,
    has_image: source !== null,
    groups: seen.isInLog ? await givingGroups(deps.pools.engine, seen.scope, seen, placeOf(seen.passage)) : [],
    hours: await hoursOf(deps.pools.engine, seen),
    linked_credential_id: await linkedSince(seen, asCaller),
    fixes: gateFixesNow(seen, deps.clock.now()),
  };
}

/** Returns the hours of the right that opened first after the passage. The plate is one of the caller's people, so its hours are known there. */
async function hoursOf(engine: Pool, { explained, isInLog, passage }: SeenGatePassage): Promise<HoursThen | null> {
  if (!isInLog || !explained.reasons.some(({ code }) => code === "outside_access_hours")) return null;
  return accessHoursThen(engine, placeOf(passage));
}

const placeOf = ({ detected_at: occurred_at, exact_at, controller_id, credential_id }: GatePassage) => ({
  occurred_at,
  exact_at,
  controller_id,
  credential_id,
  access_point_id: null,
});

/** Returns since when the reading is linked, if the caller may undo the link. */
async function linkedSince({ passage, scope }: SeenGatePassage, asCaller: AsCaller): Promise<string | null> {
  if (passage.access_reason !== "no_match") return null;
  return asCaller((client) => readAlias(client, passage, scope));
}

export interface SeenGatePassage extends SeenPassage {
  passage: GatePassage;
  /** The caller's organisation; null: all. */
  scope: string | null;
  /**
   * True when the passage is in the caller's log. Otherwise the caller sees the passage only because the car may be one of the
   * caller's, and sees nothing else of the passage.
   */
  isInLog: boolean;
  candidates: PassageCandidate[];
  /** The caller's only car that the reading nearly matches; null: none, or several. */
  near: { nearMissId: string; credentialId: string } | null;
}

/** Returns what can be fixed now. A reading that nearly matches a plate can only be linked to it. */
export function gateFixesNow(seen: SeenGatePassage, now: Date): PassageFix[] {
  return seen.near === null ? fixesNow(seen, now) : [ALIAS_FIX];
}

/** Returns the passage. Throws PortalError 404 when the caller sees no such passage. */
export async function seeGatePassage(
  { pools: { engine }, guard }: Pick<Deps, "pools" | "guard">,
  asCaller: AsCaller,
  id: string,
): Promise<SeenGatePassage> {
  const { own, target, fixable, scope } = await asCaller(async (client, caller) => {
    const scope = guard.scope(caller);
    const own = await readGatePassage(client, id, scope);
    const target = own && gateTarget(own);
    return { own, scope, target, fixable: target && (await fixableOf(client, caller, guard, target)) };
  });
  const passage = own ?? (await seeNearPassage(engine, asCaller, id, scope));
  if (passage === null) throw new PortalError(gateErrors.passage_gone());
  const [plate, gate, cars] = await Promise.all([
    readPassageFacts(engine, placeOf(passage)),
    readGateFacts(engine, passage, scope),
    passage.access_reason === "no_match" ? readNearCars(engine, passage, scope) : [],
  ]);
  const candidates = cars.map((car) => candidateOf(car, passage));
  const isNear = candidates.some(({ cause }) => cause === "near_miss");
  const explained = explainGate(gateFacts(passage, plate, { ...gate, isNear }));
  const nearMissId = cars.find(({ near_miss_id }) => near_miss_id !== null)?.near_miss_id ?? null;
  const linkable = nearMissId === null ? [] : await asCaller((client) => readLinkable(client, nearMissId, scope));
  const [car, another] = linkable;
  const near =
    nearMissId !== null && car !== undefined && another === undefined ? { nearMissId, credentialId: car } : null;
  return {
    passage,
    scope,
    isInLog: own !== null,
    candidates: onePerPerson(candidates),
    explained,
    target,
    fixable,
    near,
  };
}

/** Returns a passage with an unknown plate, which is in no organisation's log, when it may be a car of the organisation's people. */
async function seeNearPassage(
  engine: Pool,
  asCaller: AsCaller,
  id: string,
  scope: string | null,
): Promise<GatePassage | null> {
  if (scope === null) return null;
  const passage = await readNobodysPassage(engine, id);
  const isNear = passage !== null && (await asCaller((client) => isNearOwnCar(client, passage, scope)));
  return isNear ? passage : null;
}

function candidateOf(
  car: NearCarRow,
  { detected_at: occurredAt, controller_id: gateId }: GatePassage,
): PassageCandidate {
  const { end_user_id, name, given_at: givenAt } = car;
  const { code, since } = nearCause({ givenAt, version: versionOf(car) }, { occurredAt, gateId });
  return { end_user_id, name, is_removed: false, cause: code, at: since?.toISOString() ?? null };
}

/** Keeps one of each person's cars: the one that a right reading would have let in. */
function onePerPerson(candidates: readonly PassageCandidate[]): PassageCandidate[] {
  const first = candidates.filter(({ cause }) => cause === "near_miss");
  const all = [...first, ...candidates.filter((one) => !first.includes(one))];
  return all.filter((one, at) => all.findIndex(({ end_user_id }) => end_user_id === one.end_user_id) === at);
}

function gateTarget({ credential_id: credentialId, controller_id: controllerId }: GatePassage) {
  if (credentialId === null || controllerId === null) return null;
  return { credentialId, at: "gate", placeId: controllerId, controllerId } as const;
}

/** Returns the facts of that second. A repeated reading has the outcome of the first. */
export function gateFacts(
  passage: GatePassage,
  plate: PassageFactsRow,
  gate: GateFactsRow & { isNear: boolean },
): GatePassageFacts {
  return {
    occurredAt: passage.detected_at,
    gateId: passage.controller_id,
    reason: passage.access_reason,
    granted: passage.access_granted,
    isRead: readPlate(passage.plate_number) !== null,
    opened: passage.duplicate_of === null ? passage.macro_executed : gate.first_executed,
    restoreHeld: gate.restore_held,
    keptList: gate.kept_list,
    nearMiss: gate.isNear,
    linkedAt: gate.linked_at,
    endUserId: plate.end_user_id,
    credential:
      passage.credential_id === null
        ? null
        : { version: versionOf(plate), changedAt: plate.changed_at, held: heldThen(plate) },
  };
}

type VersionRow = Pick<
  PassageFactsRow,
  "has_version" | "enabled" | "valid_from" | "valid_to" | "controller_ids" | "begins_at" | "access_hours"
>;

function versionOf(row: VersionRow): PlateThen["version"] {
  return row.has_version
    ? { ...validityThen(row), gateIds: row.controller_ids ?? [], hours: row.access_hours, beginsAt: row.begins_at }
    : null;
}
