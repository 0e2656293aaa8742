// Proposes a PIN that is free on every controller of the chosen doors and long enough for how many share it.
import { randomInt } from "node:crypto";
import { PIN_MAX_DIGITS, PIN_MIN_DIGITS } from "#contract/limits.ts";
import { isTrivialPin } from "#contract/pin.ts";
import { asUser, type SessionClaims } from "../database/as-user.ts";
import type { Deps } from "../deps.ts";
import { PortalError } from "../http/errors.ts";
import { pinRoom, takenPins } from "../store/controller-pins.ts";
import { visibleDoors } from "../store/offered-access.ts";

const CANDIDATES = 50;
/** EN 60839-11-1: at least this many possible codes for each code in use. */
const CODES_PER_PERSON = 1_000;

/**
 * Reservations are read past the walls, so only doors that the caller may see count: the length of a proposal, or its
 * refusal, would tell how full a stranger's unit is.
 */
export async function suggestPin(
  { pools: { user, engine }, keys, wall }: Pick<Deps, "pools" | "keys" | "wall">,
  claims: SessionClaims,
  wanted: readonly string[],
): Promise<string> {
  const accessPointIds = await asUser(user, claims, (client, caller) =>
    visibleDoors(client, { ids: wanted, organizationId: wall.scope(caller) }),
  );
  const room = await pinRoom(engine, accessPointIds);
  const digits = pinDigits(room);
  const candidates = new Map<string, string[]>();
  while (candidates.size < CANDIDATES) {
    const pin = String(randomInt(10 ** digits)).padStart(digits, "0");
    if (!isTrivialPin(pin)) candidates.set(pin, keys.pinHmacs(pin));
  }
  const taken = await takenPins(engine, accessPointIds, [...candidates.values()].flat());
  for (const [pin, hmacs] of candidates) if (!hmacs.some((hmac) => taken.has(hmac))) return pin;
  throw new PortalError(
    409,
    "pin_in_use",
    "Det finns nästan inga lediga PIN-koder på de valda styrenheterna. Välj färre dörrar eller skriv en egen kod.",
  );
}

/** Fewest digits that leave room enough, within what every reader takes. */
export function pinDigits({
  pinMin,
  pinMax,
  inUse,
}: {
  pinMin: number | null;
  pinMax: number | null;
  inUse: number;
}): number {
  const least = Math.max(PIN_MIN_DIGITS, pinMin ?? PIN_MIN_DIGITS);
  const most = Math.min(PIN_MAX_DIGITS, pinMax ?? PIN_MAX_DIGITS);
  if (least > most)
    throw new PortalError(
      400,
      "pin_length",
      "De valda dörrarnas läsare tar koder av olika längd. Välj dörrarna var för sig.",
    );
  for (let digits = least; digits < most; digits++) if (10 ** digits >= (inUse + 1) * CODES_PER_PERSON) return digits;
  return most;
}
