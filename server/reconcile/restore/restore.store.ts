import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import { type RestoreDifference, restoreController, restoreDifference } from "#contract/functions/restore-control.ts";
import { readRows } from "#server/platform/database/read-each.ts";

const stateRow = z.object({ backup_id: z.string(), taken_at: z.string(), restored_at: z.string() });

/** Reads the restore state as the caller; null when no restore awaits confirmation. */
export async function readRestoreState(client: PoolClient): Promise<z.infer<typeof stateRow> | null> {
  const { rows } = await client.query(
    "select backup_id, to_json(taken_at)#>>'{}' as taken_at, to_json(restored_at)#>>'{}' as restored_at from restore_state",
  );
  return z.array(stateRow).parse(rows)[0] ?? null;
}

/** Returns the door controllers that get no changes until the restore is confirmed, with what was last read on them. */
export async function readHeldControllers(client: PoolClient): Promise<z.infer<typeof restoreController>[]> {
  const { rows } = await client.query(
    `select k.id as controller_id, k.name, s.restored_at is not null as held, to_json(r.inspected_at)#>>'{}' as inspected_at, r.error,
       coalesce(r.total_items, 0) as total_items, coalesce(r.items, '[]') as items
     from controllers k join controller_sync s on s.controller_id = k.id left join restore_reports r on r.controller_id = k.id
     where private.is_door_type(k.device_type) and s.restored_at is not null order by k.name, k.id`,
  );
  return readRows(restoreController, rows);
}

/** Bytes that the items of a report may take as JSON. The table takes 16 MiB, with the spaces that PostgreSQL adds. */
const ITEMS_MAX_BYTES = 12 * 1024 * 1024;
/** Nothing happens to these unless a person says so. */
const SPARE: ReadonlySet<RestoreDifference["kind"]> = new Set(["unknown_to_database", "foreign"]);

/** Leaves out those for which there is no room, but none on which a confirmation acts: a full unit has less than the limit of those. */
function fitting(items: readonly RestoreDifference[]): RestoreDifference[] {
  const decided = items.filter(({ kind }) => !SPARE.has(kind));
  let bytes = sizeOf(decided);
  const spare = items.filter((item) => SPARE.has(item.kind) && (bytes += sizeOf(item)) <= ITEMS_MAX_BYTES);
  return [...decided, ...spare];
}

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** Stores what was read on a controller, with the number of all items. `error`: the code of why nothing was read. */
export async function saveRestoreReport(
  engine: Pool,
  report: { controllerId: string; error: string | null; items: readonly RestoreDifference[] },
): Promise<void> {
  await engine.query(
    `insert into restore_reports (controller_id, inspected_at, error, total_items, items) select id, clock_timestamp(), $2, $3, $4 from controllers where id = $1
     on conflict (controller_id) do update set inspected_at = excluded.inspected_at, error = excluded.error, total_items = excluded.total_items, items = excluded.items`,
    [
      report.controllerId,
      report.error,
      report.items.length,
      JSON.stringify(z.array(restoreDifference).parse(fitting(report.items))),
    ],
  );
}

const confirmRow = z.object({
  switched_off: z.coerce.number(),
  removed: z.coerce.number(),
  still_held: z.array(z.string()),
});

/**
 * Confirms the restore of the controllers that have been read. Sources that are missing or differ on their devices are switched off, unless
 * `grantAgain` names them.
 */
export async function confirmRestore(
  client: PoolClient,
  {
    grantAgain,
    remove,
  }: { grantAgain: readonly string[]; remove: readonly { controller_id: string; source_id: string }[] },
): Promise<z.infer<typeof confirmRow>> {
  const { rows } = await client.query("select * from private.confirm_restore($1, $2)", [
    grantAgain,
    JSON.stringify(remove),
  ]);
  return confirmRow.parse(rows[0]);
}
