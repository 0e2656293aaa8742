import { createHmac, randomInt } from "node:crypto";
import { peopleErrors } from "#contract/errors/people.ts";
import type { SuggestPinsRequest } from "#contract/functions/people-import.ts";
import { PIN_MAX_DIGITS, PIN_MIN_DIGITS } from "#contract/limits.ts";
import { isTrivialPin } from "#contract/pin.ts";
import type { KeyRing } from "#server/platform/crypto/key-ring.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { doorsTakingNoMore, hasCodesOfOthers, offerPin, readerLengths, takenPins } from "./controller-pins.store.ts";
import { importOrganization } from "./import-identity.ts";
import { offeredDoors, visibleDoors } from "./offered-access.store.ts";

const CANDIDATES = 50;

type SuggestDeps = Pick<Deps, "pools" | "keys" | "guard">;
export interface SuggestedPins {
  pins: string[];
  limited_by: string[];
}

/** Suggests a PIN. Reservations bypass tenant guards, so only visible doors count. */
export async function suggestPin(
  deps: SuggestDeps,
  { asCaller }: CallerContext,
  desired: readonly string[],
): Promise<{ pin: string; limited_by: string[] }> {
  const place = await asCaller(async (client, caller) => ({
    owner: caller.organizationId ?? caller.userId,
    organizationId: caller.organizationId,
    accessPointIds: await visibleDoors(client, { ids: desired, organizationId: deps.guard.scope(caller) }),
  }));
  const { pins, limited_by } = await suggestPins(deps, place, 1);
  const [pin] = pins;
  if (pin === undefined) throw new PortalError(peopleErrors.pin_proposals_paused());
  return { pin, limited_by };
}

/** Suggests PINs for people of an import; fewer than asked for where the proposals' limit is reached. */
export async function suggestPinsOfImport(
  deps: SuggestDeps,
  { asCaller }: CallerContext,
  request: SuggestPinsRequest,
): Promise<SuggestedPins> {
  const place = await asCaller(async (client, caller) => {
    const organizationId = await importOrganization({ client, caller, guard: deps.guard }, request.organization_id);
    const doors = await offeredDoors(client, organizationId);
    const accessPointIds = doors.map(({ id }) => id).filter((id) => request.access_point_ids.includes(id));
    if (accessPointIds.length < new Set(request.access_point_ids).size)
      throw new PortalError(peopleErrors.access_not_assigned(), { field: "access_point_ids" });
    return { owner: caller.organizationId ?? caller.userId, organizationId, accessPointIds };
  });
  return suggestPins(deps, place, request.count);
}

interface Place {
  /** The owner of the quota that is charged. */
  owner: string;
  /** Codes of anybody but this organisation count as codes of others; null: all codes do. */
  organizationId: string | null;
  accessPointIds: readonly string[];
}

async function suggestPins(
  { pools: { engine }, keys }: SuggestDeps,
  { owner, organizationId, accessPointIds }: Place,
  count: number,
): Promise<SuggestedPins> {
  const shared = await hasCodesOfOthers(engine, accessPointIds, organizationId);
  const digits = pinDigits(await readerLengths(engine, accessPointIds));
  const candidates = new Map<string, string[]>();
  while (candidates.size < CANDIDATES + 2 * (count - 1)) {
    const pin = String(randomInt(10 ** digits)).padStart(digits, "0");
    if (isTrivialPin(pin) || (shared && !isProposable(keys, owner, pin))) continue;
    candidates.set(pin, keys.pinHmacs(pin));
  }
  const taken = await takenPins(engine, accessPointIds, [...candidates.values()].flat());
  const free = [...candidates].filter(([, hmacs]) => !hmacs.some((hmac) => taken.has(hmac))).slice(0, count);
  if (free.length === 0) throw new PortalError(peopleErrors.pins_nearly_used_up());
  const pins: string[] = [];
  for (const [pin, hmacs] of free) {
    if (shared && !(await offerPin(engine, { owner, accessPointIds, hmacs }))) break;
    pins.push(pin);
  }
  const limited_by = digits < PIN_MAX_DIGITS ? await doorsTakingNoMore(engine, accessPointIds, digits) : [];
  return { pins, limited_by };
}

/**
 * Tells whether a PIN may be proposed. Each owner is offered its own secret half of all PINs, so collecting proposals does not show which
 * PINs are taken.
 */
export function isProposable(keys: Pick<KeyRing, "derive">, owner: string, pin: string): boolean {
  const digest = createHmac("sha256", keys.derive("pin/proposals")).update(`${owner}/${pin}`).digest();
  return (digest.readUInt8(0) & 1) === 0;
}

/** Returns the highest number of digits that every reader takes, so that a door's PINs have one length. */
export function pinDigits({ pinMin, pinMax }: { pinMin: number | null; pinMax: number | null }): number {
  const least = Math.max(PIN_MIN_DIGITS, pinMin ?? PIN_MIN_DIGITS);
  const most = Math.min(PIN_MAX_DIGITS, pinMax ?? PIN_MAX_DIGITS);
  if (least > most) throw new PortalError(peopleErrors.pin_lengths_differ());
  return most;
}
