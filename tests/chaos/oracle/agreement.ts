// Compares what devices do with what the database says, written without the views that workers read.
import type { Pool } from "pg";
import type { KeyRing } from "#server/platform/crypto/key-ring.ts";
import { type StoredPinRule, takesPinAlone } from "./pin-rule.ts";

/** A controller that is asked directly, without the portal. */
export interface Witness {
  id: string;
  carriers(): { token: string; userToken: string | null; pin: string | null; enabled: boolean }[];
  wouldOpen(pin: string, doorToken: string, at: Date): boolean;
}

/** Prefix of the portal's tokens; all other objects are unmanaged. */
const OURS = /^wp-/;

/**
 * Returns the portal's PINs on the device without a reservation; there must be none. A suspended one opens nothing and needs none.
 */
export async function unreservedPins(admin: Pool, keys: KeyRing, witness: Witness): Promise<string[]> {
  const pins = witness
    .carriers()
    .flatMap(({ token, pin, enabled }) => (pin === null || !enabled || !OURS.test(token) ? [] : [pin]));
  const { rows } = await admin.query<{ pin_hmac: string }>(
    "select pin_hmac from controller_pins where controller_id = $1 and pin_hmac = any ($2::text[])",
    [witness.id, pins.flatMap((pin) => keys.pinHmacs(pin))],
  );
  const reserved = new Set(rows.map((row) => row.pin_hmac));
  return pins.filter((pin) => !keys.pinHmacs(pin).some((hmac) => reserved.has(hmac)));
}

/** Counts reservations of PINs that nobody has and no unmanaged object carries: lost for ever. */
export async function leakedReservations(admin: Pool): Promise<number> {
  const { rows } = await admin.query<{ leaked: number }>(
    `select count(*)::int as leaked from controller_pins r where r.source_id is not null
       and not exists (select from credentials c where c.id = r.source_id and r.pin_hmac = any (c.pin_hmacs))
       and not exists (select from weekly_codes w where w.id = r.source_id and r.pin_hmac = any (w.pin_hmacs))
       and not exists (select from controller_users u where u.id = r.source_id and r.pin_hmac = any (u.pin_hmacs))`,
  );
  return rows[0]?.leaked ?? Number.NaN;
}

export interface Disagreement {
  differences: string[];
  orphans: string[];
  duplicates: string[];
  asked: number;
}

export async function disagreement(
  admin: Pool,
  keys: KeyRing,
  witnesses: readonly Witness[],
  moments: readonly Date[] = [new Date()],
): Promise<Disagreement> {
  const found: Disagreement = { differences: [], orphans: [], duplicates: [], asked: 0 };
  for (const at of moments) {
    const wanted = await desiredOpenings(admin, keys, at);
    for (const witness of witnesses) {
      for (const [key, { pin, token, allowed }] of wanted.get(witness.id) ?? []) {
        found.asked++;
        if (witness.wouldOpen(pin, token, at) === allowed) continue;
        found.differences.push(`${key} should ${allowed ? "" : "not "}open at ${at.toISOString()}`);
      }
    }
  }
  const [first = new Date()] = moments;
  const known = await desiredOpenings(admin, keys, first);
  for (const witness of witnesses) {
    const pins = new Set([...(known.get(witness.id)?.values() ?? [])].map(({ pin }) => pin));
    const carriers = witness.carriers().filter(({ token }) => OURS.test(token));
    found.orphans.push(
      ...carriers.filter(({ pin }) => pin !== null && !pins.has(pin)).map(({ token, pin }) => `${token} with ${pin}`),
    );
    found.duplicates.push(...repeated(carriers.flatMap(({ pin }) => pin ?? [])));
    found.duplicates.push(...repeated(carriers.flatMap(({ userToken }) => userToken ?? [])));
  }
  return found;
}

/** Returns the three kinds of difference in one list; empty when they agree. */
export async function differences(
  admin: Pool,
  keys: KeyRing,
  witnesses: readonly Witness[],
  at = new Date(),
): Promise<string[]> {
  const found = await disagreement(admin, keys, witnesses, [at]);
  return [...found.differences, ...found.orphans, ...found.duplicates];
}

interface Opening {
  pin: string;
  token: string;
  allowed: boolean;
}

/** Returns by controller each PIN with the doors whose reader accepts it at that time. The time is cut to a device's whole seconds. */
async function desiredOpenings(admin: Pool, keys: KeyRing, at: Date): Promise<Map<string, Map<string, Opening>>> {
  const { rows } = await admin.query<
    StoredPinRule & { aad: string; encrypted: string; controller_id: string; token: string; allowed: boolean }
  >(
    `select 'credentials.credential_value.' || c.id as aad, c.credential_value as encrypted, p.controller_id, p.device_door_token as token, p.pin_use, p.pin_hours, p.pin_alone,
       c.enabled and c.valid_from <= $1 and (c.valid_to is null or $1 < date_trunc('second', c.valid_to)) and p.enabled
         and exists (select from controller_assignments a where a.credential_id = c.id and a.access_point_id = p.id)
         and exists (select from organization_controllers l where l.organization_id = c.organization_id and l.controller_id = p.controller_id)
         and (exists (select from organization_access_points l where l.organization_id = c.organization_id and l.access_point_id = p.id)
           or not exists (select from organization_access_points l where l.organization_id = c.organization_id and l.controller_id = p.controller_id)) as allowed
     from credentials c cross join access_points p where c.credential_type = 'pin' and p.device_door_token is not null
     union all
     select 'weekly_codes.code.' || w.id, w.code, p.controller_id, p.device_door_token, p.pin_use, p.pin_hours, p.pin_alone,
       w.valid_from <= $1 and $1 < date_trunc('second', w.valid_to) and p.enabled
         and exists (select from weekly_code_assignments a where a.weekly_code_id = w.id and a.controller_id = p.controller_id)
     from weekly_codes w cross join access_points p where p.device_door_token is not null`,
    [at],
  );
  const byController = new Map<string, Map<string, Opening>>();
  const opened = new Map<string, string>();
  for (const row of rows) {
    const openings = byController.get(row.controller_id) ?? new Map<string, Opening>();
    byController.set(row.controller_id, openings);
    const pin = opened.get(row.aad) ?? keys.openPin(row.encrypted, row.aad);
    opened.set(row.aad, pin);
    const key = `${pin}@${row.token}`;
    const allowed = row.allowed && takesPinAlone(row, at);
    openings.set(key, { pin, token: row.token, allowed: (openings.get(key)?.allowed ?? false) || allowed });
  }
  return byController;
}

function repeated(values: readonly string[]): string[] {
  return [...Map.groupBy(values, (value) => value)].flatMap(([value, all]) =>
    all.length > 1 ? [`${value} ${all.length} times`] : [],
  );
}
