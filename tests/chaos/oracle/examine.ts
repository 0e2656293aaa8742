import type { Pool } from "pg";
import type { KeyRing } from "#server/platform/crypto/key-ring.ts";
import { type Disagreement, disagreement, leakedReservations, unreservedPins, type Witness } from "./agreement.ts";

export interface Findings extends Disagreement {
  unreserved: string[];
  leakedReservations: number;
}

export async function examine(
  admin: Pool,
  keys: KeyRing,
  witnesses: readonly Witness[],
  moments?: readonly Date[],
): Promise<Findings> {
  const unreserved: string[] = [];
  for (const witness of witnesses) unreserved.push(...(await unreservedPins(admin, keys, witness)));
  return {
    ...(await disagreement(admin, keys, witnesses, moments)),
    unreserved,
    leakedReservations: await leakedReservations(admin),
  };
}

export function brokenIn(found: Findings): string[] {
  return [
    ...found.differences,
    ...found.orphans.map((one) => `${one} is on a device and nobody's`),
    ...found.duplicates,
    ...found.unreserved.map((pin) => `${pin} is on a device and not reserved`),
    ...(found.leakedReservations === 0 ? [] : [`${found.leakedReservations} reservations of nobody's PINs`]),
  ];
}
