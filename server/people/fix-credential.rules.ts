// Finds the obstacles between a PIN and a door, or a plate and a gate, that an ordinary save can fix. Pure.
import type { CredentialFixId, PassageFix } from "#contract/functions/explain-passage.ts";
import { extendedWindow, type StoredValidity } from "#contract/validity.ts";

/** A PIN at a door, or a plate at a gate. */
export interface Target {
  credentialId: string;
  at: "door" | "gate";
  placeId: string;
}

/** A credential and one door or gate, as they are now. */
export interface Fixable {
  enabled: boolean;
  validFrom: Date | null;
  validTo: Date | null;
  period: StoredValidity | null;
  assigned: boolean;
  /** True when the organisation may assign the door or gate. */
  offered: boolean;
  /** Number of assigned doors, or gates, that are linked and switched on. */
  openDoors: number;
}

/**
 * Returns the fixes in the order of causes. Returns none where the door is not the organisation's to assign: no save of a person would
 * help.
 */
export function standingFixes(now: Date, stored: Fixable): PassageFix[] {
  if (!stored.offered) return [];
  return fixIds(now, stored).map((id) => {
    const after = fixed(now, stored, id);
    const opens = doorsOpen(now, after) - doorsOpen(now, stored);
    return {
      id,
      label_code: id,
      effect: { gains: Math.max(opens, 0), loses: Math.max(-opens, 0) },
      valid_to: after.validTo?.toISOString() ?? null,
    };
  });
}

/** Returns the fixes, in the order in which they are offered. */
export function fixIds(now: Date, { enabled, validFrom, validTo, assigned }: Fixable): CredentialFixId[] {
  const ids: CredentialFixId[] = [];
  if (!enabled) ids.push("switch_on");
  if (validTo !== null && validTo <= now) ids.push("extend");
  // An extension of an ended validity also begins now.
  else if (validFrom !== null && validFrom > now) ids.push("begin_now");
  if (!assigned) ids.push("give_door");
  return ids;
}

/** Returns the credential after the fix. */
export function fixed(now: Date, stored: Fixable, id: CredentialFixId): Fixable {
  switch (id) {
    case "switch_on":
      return { ...stored, enabled: true };
    case "give_door":
      return stored.assigned ? stored : { ...stored, assigned: true, openDoors: stored.openDoors + 1 };
    case "begin_now":
      return { ...stored, validFrom: new Date(Math.floor(now.getTime() / 1000) * 1000) };
    case "extend": {
      const { validFrom, validTo, period } = stored;
      const window = validTo === null ? null : extendedWindow(period, { validFrom, validTo }, now);
      return { ...stored, ...window };
    }
  }
}

function doorsOpen(now: Date, { enabled, validFrom, validTo, openDoors }: Fixable): number {
  const live = enabled && (validFrom === null || validFrom <= now) && (validTo === null || validTo > now);
  return live ? openDoors : 0;
}
