import { createHmac, randomInt } from "node:crypto";
import { peopleErrors } from "#contract/errors/people.ts";
import { PIN_MAX_DIGITS, PIN_MIN_DIGITS } from "#contract/limits.ts";
import { isTrivialPin } from "#contract/pin.ts";
import type { KeyRing } from "#server/platform/crypto/key-ring.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { doorsTakingNoMore, hasCodesOfOthers, offerPin, readerLengths, takenPins } from "./controller-pins.store.ts";
import { visibleDoors } from "./offered-access.store.ts";

const CANDIDATES = 50;

/** Suggests a PIN. Reservations bypass tenant guards, so only visible doors count. */
export async function suggestPin(
  { pools: { engine }, keys, guard }: Pick<Deps, "pools" | "keys" | "guard">,
  { asCaller }: CallerContext,
  desired: readonly string[],
): Promise<{ pin: string; limited_by: string[] }> {
  const { accessPointIds, caller } = await asCaller(async (client, asking) => ({
    caller: asking,
    accessPointIds: await visibleDoors(client, { ids: desired, organizationId: guard.scope(asking) }),
  }));
  const owner = caller.organizationId ?? caller.userId;
  const shared = await hasCodesOfOthers(engine, accessPointIds, caller.organizationId);
  const digits = pinDigits(await readerLengths(engine, accessPointIds));
  const candidates = new Map<string, string[]>();
  while (candidates.size < CANDIDATES) {
    const pin = String(randomInt(10 ** digits)).padStart(digits, "0");
    if (isTrivialPin(pin) || (shared && !isProposable(keys, owner, pin))) continue;
    candidates.set(pin, keys.pinHmacs(pin));
  }
  const taken = await takenPins(engine, accessPointIds, [...candidates.values()].flat());
  const free = [...candidates].find(([, hmacs]) => !hmacs.some((hmac) => taken.has(hmac)));
  if (free !== undefined) {
    const [pin, hmacs] = free;
    if (shared && !(await offerPin(engine, { owner, accessPointIds, hmacs }))) throw tooManyProposals();
    const limited_by = digits < PIN_MAX_DIGITS ? await doorsTakingNoMore(engine, accessPointIds, digits) : [];
    return { pin, limited_by };
  }
  throw new PortalError(peopleErrors.pins_nearly_used_up());
}

/**
 * Tells whether a PIN may be proposed. Each owner is offered its own secret half of all PINs, so collecting proposals does not show which
 * PINs are taken.
 */
export function isProposable(keys: Pick<KeyRing, "derive">, owner: string, pin: string): boolean {
  const digest = createHmac("sha256", keys.derive("pin/proposals")).update(`${owner}/${pin}`).digest();
  return (digest.readUInt8(0) & 1) === 0;
}

function tooManyProposals(): PortalError {
  return new PortalError(peopleErrors.pin_proposals_paused());
}

/** Returns the highest number of digits that every reader takes, so that a door's PINs have one length. */
export function pinDigits({ pinMin, pinMax }: { pinMin: number | null; pinMax: number | null }): number {
  const least = Math.max(PIN_MIN_DIGITS, pinMin ?? PIN_MIN_DIGITS);
  const most = Math.min(PIN_MAX_DIGITS, pinMax ?? PIN_MAX_DIGITS);
  if (least > most) throw new PortalError(peopleErrors.pin_lengths_differ());
  return most;
}
