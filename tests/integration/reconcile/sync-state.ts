import { engine, ids, type World } from "#tests/integration/platform/world.ts";

/** The two replicas of the test's world, as `generations` names them. */
export const annaThere = `${ids.annaPin} ${ids.shared}`;
export const svenThere = `${ids.svenPin} ${ids.southern}`;

export async function generations({ admin }: World): Promise<Record<string, number>> {
  const { rows } = await admin.query<{ replica: string; gen: string }>(
    "select source_id || ' ' || controller_id as replica, desired_gen as gen from device_sync order by 1",
  );
  return Object.fromEntries(rows.map((row) => [row.replica, Number(row.gen)]));
}

/** Maps the HMAC of every PIN taken at a controller to its source (null: an unmanaged object). */
export async function reservations({ admin }: World, controller: string): Promise<Record<string, string | null>> {
  const { rows } = await admin.query<{ pin_hmac: string; source_id: string | null }>(
    "select pin_hmac, source_id from controller_pins where controller_id = $1 order by 1",
    [controller],
  );
  return Object.fromEntries(rows.map((row) => [row.pin_hmac, row.source_id]));
}

export async function endReplica(
  world: World,
  source: string,
  generation: number,
  { receipted = true } = {},
): Promise<void> {
  await world.as(engine, async (client) => {
    if (receipted) {
      await client.query(
        `insert into sync_receipts (controller_id, controller_name, source_id, source_kind, organization_id, label, kind, generation, read_back_at)
         select controller_id, 'x', source_id, source_kind, organization_id, label, 'revocation', $2, now() from device_sync where source_id = $1`,
        [source, generation],
      );
    }
    await client.query("delete from controller_pins where source_id = $1", [source]);
    await client.query("delete from device_sync where source_id = $1", [source]);
  });
}
