// PIN reservations, as portal_engine: callers must not learn which controllers share a PIN.
import type { Pool } from "pg";
import { z } from "zod";

const lengthsRow = z.object({ pinMin: z.number().nullable(), pinMax: z.number().nullable() });

/** Returns the strictest limits of the doors' readers; null when unknown. */
export async function readerLengths(
  engine: Pool,
  accessPointIds: readonly string[],
): Promise<z.infer<typeof lengthsRow>> {
  const { rows } = await engine.query(
    'select max(pin_min) as "pinMin", min(pin_max) as "pinMax" from access_points where id = any ($1)',
    [accessPointIds],
  );
  return lengthsRow.parse(rows[0]);
}

/** Returns the names of doors whose readers take no more digits. */
export async function doorsTakingNoMore(
  engine: Pool,
  accessPointIds: readonly string[],
  digits: number,
): Promise<string[]> {
  const { rows } = await engine.query(
    `select coalesce(nullif(btrim(door_name), ''), name) as name from access_points where id = any ($1) and pin_max <= $2
     order by 1`,
    [accessPointIds, digits],
  );
  return z
    .array(z.object({ name: z.string() }))
    .parse(rows)
    .map(({ name }) => name);
}

/** Returns those of the HMACs that somebody has at a controller of these doors. */
export async function takenPins(
  engine: Pool,
  accessPointIds: readonly string[],
  hmacs: readonly string[],
): Promise<Set<string>> {
  const { rows } = await engine.query(
    `select distinct pin_hmac from controller_pins where pin_hmac = any($2)
       and controller_id in (select controller_id from access_points where id = any($1))`,
    [accessPointIds, hmacs],
  );
  return new Set(
    z
      .array(z.object({ pin_hmac: z.string() }))
      .parse(rows)
      .map((row) => row.pin_hmac),
  );
}

/** Tells whether the doors' controllers hold other organisations' PINs. For a system admin (null), all organisations are others. */
export async function hasCodesOfOthers(
  engine: Pool,
  accessPointIds: readonly string[],
  organizationId: string | null,
): Promise<boolean> {
  const { rows } = await engine.query(
    `select coalesce(bool_or(private.holds_other_pins(d.controller_id, $2)), false) as shared
     from (select distinct controller_id from access_points where id = any ($1)) d`,
    [accessPointIds, organizationId],
  );
  return z.object({ shared: z.boolean() }).parse(rows[0]).shared;
}

/** Returns the controllers that hold other organisations' PINs. */
export async function controllersOfOthers(
  engine: Pool,
  controllerIds: readonly string[],
  organizationId: string,
): Promise<Set<string>> {
  const { rows } = await engine.query<{ id: string }>(
    "select c.id from unnest($1::uuid[]) as c(id) where private.holds_other_pins(c.id, $2)",
    [controllerIds, organizationId],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Records a proposal, so that saving it costs no attempt; returns false when the owner's limit is reached. */
export async function offerPin(
  engine: Pool,
  { owner, accessPointIds, hmacs }: { owner: string; accessPointIds: readonly string[]; hmacs: readonly string[] },
): Promise<boolean> {
  const { rows } = await engine.query(
    `select private.offer_pin($1, array(select distinct controller_id from access_points where id = any ($2::uuid[])), $3) as noted`,
    [owner, accessPointIds, hmacs],
  );
  return z.object({ noted: z.boolean() }).parse(rows[0]).noted;
}
