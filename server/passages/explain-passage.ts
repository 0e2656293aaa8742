import type { Pool } from "pg";
import { gateErrors } from "#contract/errors/gates.ts";
import type { ExplainedThen, HoursThen, PassageExplanation, PassageFix } from "#contract/functions/explain-passage.ts";
import { type Fixable, standingFixes } from "#server/people/fix-credential.rules.ts";
import { fixableOf } from "#server/people/fix-credential.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { AsCaller } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { readHoursVersion } from "#server/reconcile/doors/read-door-hours.ts";
import { readCandidates } from "./candidates.store.ts";
import { type CredentialThen, explainPassage, type PassageFacts } from "./explain-passage.rules.ts";
import { firstToOpen, hoursThen, yearsAround } from "./hours-then.rules.ts";
import { fixesOf } from "./passage-fixes.rules.ts";
import {
  type AccessEvent,
  type FixTarget,
  type PassageFactsRow,
  type PassagePlace,
  readAccessEvent,
  readAccessHours,
  readGivingGroups,
  readHoursThen,
  readPassageFacts,
} from "./passages.store.ts";

type ExplainDeps = Pick<Deps, "pools" | "guard" | "clock">;

/** Explains a passage at a door. Throws PortalError 404 when the caller sees no such event. */
export async function explainDoorPassage(
  deps: ExplainDeps,
  asCaller: AsCaller,
  id: string,
): Promise<PassageExplanation> {
  const { pools, guard, clock } = deps;
  const seen = await seePassage(deps, asCaller, id);
  const scope = await asCaller(async (_client, caller) => guard.scope(caller));
  const candidates = await candidatesOf(pools.engine, seen.passage, scope);
  return {
    ...seen.explained,
    ...candidates,
    has_image: false,
    groups: await givingGroups(pools.engine, scope, seen, seen.passage),
    hours: await hoursOf(pools.engine, seen, scope),
    linked_credential_id: null,
    fixes: fixesNow(seen, clock.now()),
  };
}

/** Returns the hours that explain the refusal. Organisations may not read the installation's schedules, so the engine does. */
async function hoursOf(
  engine: Pool,
  { explained, passage }: SeenPassage & { passage: AccessEvent },
  scope: string | null,
): Promise<HoursThen | null> {
  const causes = explained.reasons.map(({ code }) => code);
  // The credential is one of the caller's people, so the hours of its rights are known there.
  if (causes.includes("outside_access_hours")) return accessHoursThen(engine, passage);
  if (!causes.includes("outside_door_hours")) return null;
  const id = await readHoursThen(engine, passage, scope);
  const found =
    id === null ? null : await readHoursVersion(engine, id, passage.exact_at, yearsAround(passage.occurred_at));
  return found === null ? null : hoursThen(found, passage.occurred_at);
}

/** Returns the hours of the right that opened first after the passage; null where no version of that time is kept. */
export async function accessHoursThen(engine: Pool, place: PassagePlace): Promise<HoursThen | null> {
  const ids = await readAccessHours(engine, place);
  const years = yearsAround(place.occurred_at);
  const found = await Promise.all(ids.map((id) => readHoursVersion(engine, id, place.exact_at, years)));
  return firstToOpen(found.filter((one) => one !== null).map((one) => hoursThen(one, place.occurred_at)));
}

/** Returns the groups that gave the door or gate then; else, before the start of a membership, those that were to give it. */
export async function givingGroups(
  engine: Pool,
  scope: string | null,
  { explained }: SeenPassage,
  place: PassagePlace,
): Promise<string[]> {
  const isWithout = explained.reasons.some(({ code }) => code === "no_assignment" || code === "removed");
  if (place.credential_id === null || isWithout) return [];
  const isEarly = explained.reasons.some(({ code }) => code === "not_yet_valid");
  const giving = await readGivingGroups(engine, scope, place, true);
  return giving.length > 0 || !isEarly ? giving : readGivingGroups(engine, scope, place, false);
}

export interface SeenPassage {
  explained: ExplainedThen;
  /** Fixes that a save can make; null when the door or gate no longer exists. */
  target: FixTarget | null;
  /** Credential and door or gate as they are now; null when the caller has nothing to fix. */
  fixable: Fixable | null;
}

/** Returns the passage. Throws PortalError 404. */
export async function seePassage(
  { pools, guard }: Pick<Deps, "pools" | "guard">,
  asCaller: AsCaller,
  id: string,
): Promise<SeenPassage & { passage: AccessEvent }> {
  const { passage, target, fixable } = await asCaller(async (client, caller) => {
    const passage = await readAccessEvent(client, id, guard.scope(caller));
    const target = passage && doorTarget(passage);
    return { passage, target, fixable: target && (await fixableOf(client, caller, guard, target)) };
  });
  if (passage === null) throw new PortalError(gateErrors.passage_gone());
  const explained = explainPassage(doorFacts(passage, await readPassageFacts(pools.engine, passage)));
  return { passage, explained, target, fixable };
}

function doorTarget({ credential_id: credentialId, access_point_id: placeId, controller_id }: AccessEvent) {
  if (credentialId === null || placeId === null || controller_id === null) return null;
  return { credentialId, at: "door", placeId, controllerId: controller_id } as const;
}

/** Returns the fixes for the causes that still stand; none without a credential to change. */
export function fixesNow({ explained, fixable }: SeenPassage, now: Date): PassageFix[] {
  if (fixable === null) return [];
  const causes = explained.reasons.map(({ code }) => code);
  return fixesOf(causes, standingFixes(now, fixable));
}

function candidatesOf(engine: Pool, passage: AccessEvent, scope: string | null) {
  if (passage.reason !== "unknown_code") return Promise.resolve({ candidates: [], more_candidates: 0 });
  return readCandidates(engine, passage, scope);
}

export function doorFacts(passage: AccessEvent, row: PassageFactsRow): PassageFacts {
  return {
    occurredAt: passage.occurred_at,
    granted: passage.granted,
    reason: passage.reason,
    deviceReason: passage.device_reason,
    doorId: passage.access_point_id,
    clockSkewMs: passage.clock_skew_ms,
    pinUse: row.pin_use,
    doorHours: row.door_hours,
    accessHours: passage.credential_id === null ? null : row.access_hours,
    endUserId: row.end_user_id,
    isWeeklyCode: passage.is_weekly_code,
    credential: passage.credential_id === null ? null : credentialThen(row),
  };
}

function credentialThen(row: PassageFactsRow): CredentialThen {
  return {
    version: row.has_version
      ? {
          ...validityThen(row),
          removed: row.removed ?? false,
          doorIds: row.access_point_ids ?? [],
          beginsAt: row.begins_at,
        }
      : null,
    changedAt: row.changed_at,
    doorEnabled: row.door_enabled,
    linked: row.linked,
    held: heldThen(row),
    delays: [
      ...(row.restore_held ? (["restore_held"] as const) : []),
      ...(row.paused ? (["workers_paused"] as const) : []),
      ...(row.unreachable ? (["controller_unreachable_then"] as const) : []),
    ],
  };
}

/** Returns the validity of a version that is kept. */
export const validityThen = (row: Pick<PassageFactsRow, "enabled" | "valid_from" | "valid_to">) => ({
  enabled: row.enabled ?? false,
  validFrom: row.valid_from,
  validTo: row.valid_to,
});

/**
 * Tells by receipts what the controller held. "present": the desired state of that time. "different": an older state, shown by a later
 * read-back, or by there being none yet.
 */
export function heldThen(row: PassageFactsRow): CredentialThen["held"] {
  const { receipt_kind, receipt_at, waiting_since, version_since, written_after } = row;
  if (row.is_lost) return { state: "unknown", since: null };
  const isOlder = receipt_at !== null && version_since !== null && receipt_at < version_since;
  const waits = waiting_since !== null || written_after;
  if (receipt_kind === "grant") return { state: isOlder && waits ? "different" : "present", since: receipt_at };
  if (receipt_kind === "suspension") return { state: "suspended", since: receipt_at };
  if (receipt_kind !== null) return { state: "absent", since: receipt_at };
  return waiting_since === null ? { state: "unknown", since: null } : { state: "absent", since: waiting_since };
}
