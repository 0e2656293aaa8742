import { isTrivialPin } from "#contract/pin.ts";
import { VALIDITY_PERIODS } from "#contract/validity.ts";
import type { NewPerson } from "./insert-people.ts";
import { FIRST_NAMES, LAST_NAMES, VEHICLE_TYPES } from "./names.ts";
import { type Random, seededRandom } from "./random.ts";

export interface DemoDoor {
  id: string;
  controllerId: string;
  pinMin: number | null;
  pinMax: number | null;
}

export interface DemoAccess {
  organizationId: string;
  doors: readonly DemoDoor[];
  gateIds: readonly string[];
}

const DAY_MS = 24 * 3600 * 1000;

/** Draws people. `used` remembers PINs per controller, and plates, over all calls. */
export function drawPeople(
  access: DemoAccess,
  count: number,
  { now, seed, used }: { now: Date; seed: number; used: Set<string> },
): NewPerson[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    const period = random.pick([...VALIDITY_PERIODS, "12_months", "12_months", "6_months"] as const);
    const createdAt = new Date(now.getTime() - random.next() * 300 * DAY_MS);
    const kind = random.next();
    const wantsPin = access.doors.length > 0 && (kind < 0.75 || access.gateIds.length === 0);
    const doors = wantsPin ? pickSome(random, access.doors) : [];
    const pin = wantsPin ? freePin(random, doors, used) : null;
    const wantsVehicle = access.gateIds.length > 0 && (kind > 0.45 || pin === null);
    return {
      organizationId: access.organizationId,
      firstName: random.pick(FIRST_NAMES),
      lastName: random.pick(LAST_NAMES),
      createdAt,
      pin: pin === null ? null : { value: pin, period, doors },
      vehicle: wantsVehicle
        ? {
            plate: freePlate(random, used),
            type: random.pick(VEHICLE_TYPES),
            period,
            controllerIds: [...access.gateIds],
          }
        : null,
    };
  });
}

function pickSome(random: Random, doors: readonly DemoDoor[]): DemoDoor[] {
  const chosen = new Set<DemoDoor>();
  const wanted = 1 + random.below(3);
  for (let tries = 0; tries < 6 && chosen.size < wanted; tries++) {
    const door = random.pick(doors);
    if (commonLength([...chosen, door]) !== null) chosen.add(door);
  }
  return [...chosen];
}

function commonLength(doors: readonly DemoDoor[]): number | null {
  const least = Math.max(4, ...doors.map((door) => door.pinMin ?? 4));
  const most = Math.min(6, ...doors.map((door) => door.pinMax ?? 6));
  return least <= most ? most : null;
}

function freePin(random: Random, doors: readonly DemoDoor[], used: Set<string>): string | null {
  const digits = commonLength(doors);
  if (digits === null) return null;
  for (let tries = 0; tries < 200; tries++) {
    const pin = String(random.below(10 ** digits)).padStart(digits, "0");
    const places = doors.map((door) => `${door.controllerId}/${pin}`);
    if (isTrivialPin(pin) || places.some((place) => used.has(place))) continue;
    for (const place of places) used.add(place);
    return pin;
  }
  return null;
}

const LAST_SIGNS = "0123456789ABCDEFGHJKLMNPRSTUWXYZ".split("");

/** Draws a free plate. The MLB series is never issued, but kept for films and examples. With a final letter there are enough plates. */
function freePlate(random: Random, used: Set<string>): string {
  for (;;) {
    const last = random.pick(LAST_SIGNS);
    const plate = `MLB${String(random.below(100)).padStart(2, "0")}${last}`;
    // A few thousand fit; beyond that plates are shared, because households share cars.
    if (!used.has(plate) || used.size > 5_000) {
      used.add(plate);
      return plate;
    }
  }
}
