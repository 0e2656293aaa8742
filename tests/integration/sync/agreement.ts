// What devices do against what the database says: the two questions that every fault test ends with.
import type { Pool } from "pg";
import type { KeyRing } from "#server/crypto/key-ring.ts";
import type { TestController } from "./installation.ts";

/** PINs of ours on the device that no row reserves: must always be none. */
export async function unreservedPins(admin: Pool, keys: KeyRing, controller: TestController): Promise<string[]> {
  const pins = [...controller.device.credentials.values()].flatMap(({ pin }) => (pin === null ? [] : [pin]));
  const free: string[] = [];
  for (const pin of pins) {
    const { rowCount } = await admin.query("select from controller_pins where controller_id = $1 and pin_hmac = $2", [
      controller.id,
      keys.pinHmac(pin),
    ]);
    if (rowCount === 0) free.push(pin);
  }
  return free;
}

/** What every PIN may open by the database, cut to a device's whole seconds, against what the device would do. Empty = they agree. */
export async function differences(
  admin: Pool,
  keys: KeyRing,
  controllers: readonly TestController[],
  at = new Date(),
): Promise<string[]> {
  const { rows } = await admin.query<{ sealed: string; id: string; access_point_id: string; allowed: boolean }>(
    `select c.id, c.credential_value as sealed, p.id as access_point_id,
       c.enabled and c.valid_from <= $1 and (c.valid_to is null or $1 < date_trunc('second', c.valid_to)) and p.enabled
         and exists (select from controller_assignments a where a.credential_id = c.id and a.access_point_id = p.id)
         and exists (select from organization_controllers l where l.organization_id = c.organization_id and l.controller_id = p.controller_id)
         and (exists (select from organization_access_points l where l.organization_id = c.organization_id and l.access_point_id = p.id)
           or not exists (select from organization_access_points l where l.organization_id = c.organization_id and l.controller_id = p.controller_id)) as allowed
     from credentials c cross join access_points p where c.credential_type = 'pin'`,
    [at],
  );
  const found: string[] = [];
  for (const controller of controllers) {
    const tokens = await admin.query<{ id: string; token: string }>(
      "select id, device_door_token as token from access_points where controller_id = $1",
      [controller.id],
    );
    const tokenOf = new Map(tokens.rows.map((row) => [row.id, row.token]));
    const allowed = new Map<string, boolean>();
    for (const row of rows) {
      const token = tokenOf.get(row.access_point_id);
      if (token === undefined) continue;
      const pin = keys.openPin(row.sealed, `credentials.credential_value.${row.id}`);
      const key = `${pin}@${token}`;
      allowed.set(key, (allowed.get(key) ?? false) || row.allowed);
    }
    for (const [key, wanted] of allowed) {
      const [pin = "", token = ""] = key.split("@");
      if (controller.device.wouldOpen(pin, token, at) !== wanted)
        found.push(`${key} should ${wanted ? "" : "not "}open`);
    }
    const known = new Set([...allowed.keys()].map((key) => key.split("@")[0]));
    for (const { token, pin } of controller.device.credentials.values()) {
      if (pin !== null && !known.has(pin)) found.push(`${token} carries the PIN ${pin} of nobody`);
    }
  }
  return found;
}
