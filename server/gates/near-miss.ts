// Answers to a reading that nearly matches a known plate. Candidates are read as the caller, so an organisation answers only for its own
// people.
import type { PoolClient } from "pg";
import { gateErrors } from "#contract/errors/gates.ts";
import { formatPlate } from "#contract/format-plate.ts";
import { plateKey } from "#contract/plate.ts";
import type { Caller } from "#server/platform/database/as-user.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import {
  type Candidate,
  dismissCandidates,
  endAlias,
  endNearMiss,
  type LinkedReading,
  linkNearMiss,
  lockNearMiss,
  putBackNearMiss,
  readCandidates,
  writePlate,
} from "./near-miss.store.ts";

type NearMissDeps = Pick<Deps, "guard">;

interface Answer {
  id: string;
  credential_id?: string | undefined;
}

/**
 * Links a reading. Throws 404 when it is already answered or not the caller's, 409 `reading_taken` when it is a plate or an alias at that
 * gate.
 */
export async function linkReading(deps: NearMissDeps, { asCaller }: CallerContext, answer: Answer): Promise<void> {
  const outcome = await asCaller(async (client, caller) => {
    const candidate = await chosen(deps, { client, caller }, answer);
    return linkNearMiss(client, answer.id, candidate.credentialId);
  });
  // Thrown after the commit: a taken reading has left the queue.
  if (outcome === "taken") throw new PortalError(gateErrors.reading_taken());
  if (outcome === "gone") throw gone();
}

/** Unlinks a reading, which is then unclear again. Returns whether it counted as that car and belonged to the caller. */
export function unlinkReading(
  { guard }: NearMissDeps,
  { asCaller }: CallerContext,
  linked: LinkedReading,
): Promise<boolean> {
  return asCaller(async (client, caller) => {
    const hasEnded = await endAlias(client, linked, guard.scope(caller));
    if (hasEnded) await putBackNearMiss(client, linked);
    return hasEnded;
  });
}

/** Corrects the credential's plate to the reading. The database applies the rules of any save. */
export async function correctPlate(deps: NearMissDeps, { asCaller }: CallerContext, answer: Answer): Promise<void> {
  await asCaller(async (client, caller) => {
    const candidate = await chosen(deps, { client, caller }, answer);
    const { outcome, plateNumber } = await lockNearMiss(client, answer.id, candidate.credentialId);
    if (outcome === "taken") throw new PortalError(gateErrors.reading_taken());
    if (outcome === "gone" || plateNumber === null) throw gone();
    await writePlate(client, candidate.credentialId, formatPlate(plateKey(plateNumber)));
    await endNearMiss(client, answer.id);
  });
}

/**
 * Answers for the caller's own people that the reading is none of theirs, or takes that back. Throws PortalError when none of them is a
 * candidate.
 */
export async function dismissReading(
  deps: NearMissDeps,
  { asCaller }: CallerContext,
  { dismissed, ...answer }: Answer & { dismissed: boolean },
): Promise<void> {
  await asCaller(async (client, caller) => {
    const candidates = await ownCandidates(deps, { client, caller }, answer);
    if (candidates.length === 0) throw gone();
    await dismissCandidates(
      client,
      answer.id,
      candidates.map(({ credentialId }) => credentialId),
      dismissed,
    );
  });
}

interface As {
  client: PoolClient;
  caller: Caller;
}

async function chosen(deps: NearMissDeps, as: As, answer: Answer): Promise<Candidate> {
  const [candidate, another] = await ownCandidates(deps, as, answer);
  if (candidate === undefined) throw gone();
  if (another !== undefined) throw new PortalError(gateErrors.near_miss_ambiguous());
  return candidate;
}

async function ownCandidates({ guard }: NearMissDeps, { client, caller }: As, answer: Answer): Promise<Candidate[]> {
  const candidates = await readCandidates(client, answer.id);
  return candidates.filter(
    ({ credentialId, organizationId }) =>
      guard.admits(caller, organizationId) && [undefined, credentialId].includes(answer.credential_id),
  );
}

const gone = () => new PortalError(gateErrors.near_miss_gone());
