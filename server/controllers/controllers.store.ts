import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import { type RelayRequest, storedRelayRequest } from "#contract/relay.ts";
import { type ControllerRow, controllerRow } from "#contract/tables/controllers.ts";
import { readRows } from "#server/platform/database/read-each.ts";

const PUBLIC_COLUMNS = `id, name, device_type, device_ip, device_port, username, password_mask as password_encrypted, enabled, macro_id, list_sync, frame_source,
  to_json(last_sync)#>>'{}' as last_sync, organization_id, to_json(created_at)#>>'{}' as created_at`;

export type ControllerColumns = Partial<{
  id: string;
  name: string;
  device_type: string;
  device_ip: string;
  device_port: number | null;
  username: string | null;
  password_encrypted: string;
  enabled: boolean;
  macro_id: string | null;
  list_sync: boolean;
  frame_source: string | null;
  relay_request: RelayRequest;
  organization_id: string;
  webhook_user: string;
  webhook_hash: string;
  webhook_secret: string;
  allow_plain_http: boolean;
  allow_old_tls: boolean;
  cert_sha256: string | null;
  cert_accepted_at: string;
}>;

/** Inserts a controller through a database function, since the caller has no right to secret columns. */
export async function insertController(
  client: PoolClient,
  columns: ControllerColumns & { id: string },
): Promise<ControllerRow> {
  await client.query("select private.insert_controller($1)", [JSON.stringify(columns)]);
  return readController(client, columns.id);
}

/** Returns the row, locked, without its encrypted columns; null when the caller sees no such controller. */
export async function lockController(client: PoolClient, id: string): Promise<ControllerRow | null> {
  const { rows } = await client.query(`select ${PUBLIC_COLUMNS} from controllers where id = $1 for update`, [id]);
  return rows[0] === undefined ? null : controllerRow.parse(rows[0]);
}

const openedBy = z.object({ relay_request: storedRelayRequest });

/** Returns the request that opens a locked relay; null: none, or one that this version cannot send. */
export async function readRelayRequest(client: PoolClient, id: string): Promise<RelayRequest | null> {
  const { rows } = await client.query("select relay_request from controllers where id = $1", [id]);
  return openedBy.parse(rows[0]).relay_request;
}

/**
 * Changes a locked row and returns it. Throws DatabaseError `controllers_moved_password` or `step_up_needed` for a
 * moved device.
 */
export async function updateController(
  client: PoolClient,
  current: ControllerRow,
  columns: ControllerColumns,
): Promise<ControllerRow> {
  if (Object.keys(columns).length === 0) return current;
  await client.query("select private.update_controller($1, $2)", [current.id, JSON.stringify(columns)]);
  return readController(client, current.id);
}

/** Deletes a controller; returns false when there was none. A row that still refers to it causes a DatabaseError. */
export async function deleteControllerRow(client: PoolClient, id: string): Promise<boolean> {
  const { rowCount } = await client.query("delete from controllers where id = $1", [id]);
  return rowCount === 1;
}

const unassigned = z.object({ organizations: z.number(), people: z.number() });
export type Unassigned = z.infer<typeof unassigned>;

/** Deletes the controller's links, assignments and places in groups: triggers write the audit and make its replicas due. */
export async function unassignStored(client: PoolClient, id: string): Promise<Unassigned> {
  const { rows: through } = await client.query(
    "select array(select distinct credential_id from access_group_rights where controller_id = $1) as ids",
    [id],
  );
  // Locks the persons first, and waits for transactions that are giving somebody the controller, so that their rows are deleted too.
  await client.query("select private.remove_group_places($1)", [id]);
  const { rows: links } = await client.query<{ id: string }>(
    "delete from organization_controllers where controller_id = $1 returning organization_id as id",
    [id],
  );
  const { rows } = await client.query(
    `with assignments as (delete from controller_assignments where controller_id = $1 returning credential_id)
     select $2::int as organizations, (select count(distinct c.end_user_id) from credentials c
       where c.id in (select credential_id from assignments) or c.id = any ($3))::int as people`,
    [id, links.length, throughGroups.parse(through[0]).ids],
  );
  return unassigned.parse(rows[0]);
}

const throughGroups = z.object({ ids: z.array(z.string()) });

/** Takes a door from everybody who has it, and from groups. Returns the number of people; null for an unknown door. */
export async function unassignDoorStored(client: PoolClient, id: string): Promise<number | null> {
  const { rows: doors } = await client.query("select controller_id from access_points where id = $1", [id]);
  if (doors[0] === undefined) return null;
  const { rows: through } = await client.query(
    "select array(select distinct credential_id from access_group_rights where access_point_id = $1) as ids",
    [id],
  );
  await client.query("select private.remove_group_places($1, $2)", [doors[0].controller_id, id]);
  const { rows } = await client.query(
    `with assignments as (delete from controller_assignments where access_point_id = $1 returning credential_id)
     select (select count(distinct c.end_user_id) from credentials c
       where c.id in (select credential_id from assignments) or c.id = any ($2))::int as people`,
    [id, throughGroups.parse(through[0]).ids],
  );
  return z.object({ people: z.number() }).parse(rows[0]).people;
}

/**
 * Records the number of replicas attested as gone and returns it; null for an unknown controller. The database writes receipts and audit.
 */
export async function retireStored(client: PoolClient, id: string, reason: string): Promise<number | null> {
  const { rows } = await client.query("select private.retire_controller($1, $2)::int as replicas", [id, reason]);
  const { replicas } = z.object({ replicas: z.number().nullable() }).parse(rows[0]);
  return replicas;
}

/** Returns gates of other types in the whole installation. */
export async function readGatesOfOtherTypes(engine: Pool, type: string): Promise<Set<string>> {
  const { rows } = await engine.query("select id from controllers where device_type <> $1", [type]);
  return new Set(readRows(z.object({ id: z.string() }), rows).map(({ id }) => id));
}

/** Records whether the camera reports at set times that it is alive. */
export async function recordHeartbeat(engine: Pool, id: string, isSet: boolean): Promise<void> {
  await engine.query("update controllers set heartbeat_from = case when $2 then now() end where id = $1", [id, isSet]);
}

async function readController(client: PoolClient, id: string): Promise<ControllerRow> {
  const { rows } = await client.query(`select ${PUBLIC_COLUMNS} from controllers where id = $1`, [id]);
  return controllerRow.parse(rows[0]);
}
