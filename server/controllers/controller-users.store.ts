// Queries of people created at a controller, in the caller's transaction. Triggers raise generations, reserve PINs and audit.
import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import { readRows } from "#server/platform/database/read-each.ts";

const sourceKind = z.enum(["credential", "weekly_code", "direct"]);

const ownedRow = z.object({
  sourceId: z.string(),
  kind: sourceKind,
  userToken: z.string(),
  credentialToken: z.string(),
  desired: z.boolean(),
});
export type OwnedObject = z.infer<typeof ownedRow>;

/** Returns the owner of tokens; null when they are not the portal's, or belong to several sources. */
export async function ownerOf(
  client: PoolClient,
  controllerId: string,
  tokens: { userToken?: string | null | undefined; credentialToken?: string | null | undefined },
): Promise<OwnedObject | null> {
  const { rows } = await client.query(
    `select d.source_id as "sourceId", d.source_kind as kind, d.user_token as "userToken", d.credential_token as "credentialToken",
       (select s.desired from sync_states s where s.controller_id = d.controller_id and s.source_id = d.source_id) as desired
     from device_sync d
     where d.controller_id = $1 and ($2::text is null or d.user_token = $2) and ($3::text is null or d.credential_token = $3)
       and coalesce($2, $3) is not null
     limit 1`,
    [controllerId, tokens.userToken ?? null, tokens.credentialToken ?? null],
  );
  return rows[0] === undefined ? null : ownedRow.parse(rows[0]);
}

const controllerUser = z.object({
  id: z.string(),
  hasPin: z.boolean(),
  accessPointIds: z.array(z.string()),
  hasGroup: z.boolean(),
});
export type ControllerUser = z.infer<typeof controllerUser>;

/** Returns the person, locked; null when gone. */
export async function lockControllerUser(client: PoolClient, id: string): Promise<ControllerUser | null> {
  const { rows } = await client.query(
    `select id, pin_mask is not null as "hasPin", access_point_ids as "accessPointIds",
       default_group or group_token is not null as "hasGroup"
     from controller_users where id = $1 for update`,
    [id],
  );
  return rows[0] === undefined ? null : controllerUser.parse(rows[0]);
}

export interface ControllerUserColumns {
  first_name: string;
  last_name: string;
  pin: string | null;
  valid_from: string | null;
  valid_to: string | null;
  enabled: boolean;
  default_group: boolean;
  group_token: string | null;
  access_point_ids: readonly string[];
}

/** Inserts a person. Column names come from the type, never from a caller. */
export async function insertControllerUser(
  client: PoolClient,
  id: string,
  controllerId: string,
  columns: Partial<ControllerUserColumns>,
): Promise<void> {
  const names = ["id", "controller_id", ...Object.keys(columns)];
  await client.query(
    `insert into controller_users (${names.join(", ")}) values (${names.map((_, index) => `$${index + 1}`).join(", ")})`,
    [id, controllerId, ...Object.values(columns)],
  );
}

/** Changes the given columns only. */
export async function updateControllerUser(
  client: PoolClient,
  id: string,
  columns: Partial<ControllerUserColumns>,
): Promise<void> {
  const names = Object.keys(columns);
  if (names.length === 0) return;
  await client.query(
    `update controller_users set ${names.map((name, index) => `${name} = $${index + 2}`).join(", ")} where id = $1`,
    [id, ...Object.values(columns)],
  );
}

/** Returns false when the person is gone already. */
export async function deleteControllerUser(client: PoolClient, id: string): Promise<boolean> {
  const { rowCount } = await client.query("delete from controller_users where id = $1", [id]);
  return rowCount === 1;
}

/** Takes a person who was created at the device into the portal, under the device's own tokens. */
export async function adoptControllerUser(
  client: PoolClient,
  adopted: ControllerUserColumns & {
    id: string;
    controllerId: string;
    userToken: string | null;
    credentialToken: string | null;
  },
): Promise<void> {
  await client.query("select private.adopt_controller_user($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)", [
    adopted.id,
    adopted.controllerId,
    adopted.userToken,
    adopted.credentialToken,
    adopted.first_name,
    adopted.last_name,
    adopted.pin,
    adopted.valid_from,
    adopted.valid_to,
    adopted.enabled,
    adopted.default_group,
    adopted.group_token,
    adopted.access_point_ids,
  ]);
}

const door = z.object({
  id: z.string(),
  name: z.string(),
  pinMin: z.number().nullable(),
  pinMax: z.number().nullable(),
  profileToken: z.string().nullable(),
});
export type ControllerDoor = z.infer<typeof door>;

/** Returns the controller's enabled doors by name. PIN limits are null where the device has not told them. */
export async function enabledDoors(client: PoolClient, controllerId: string): Promise<ControllerDoor[]> {
  const { rows } = await client.query(
    `select id, coalesce(nullif(door_name, ''), name) as name, pin_min as "pinMin", pin_max as "pinMax",
       access_profile_token as "profileToken"
     from access_points where controller_id = $1 and enabled order by name, id`,
    [controllerId],
  );
  return readRows(door, rows);
}

const askedDoor = z.object({ id: z.string(), name: z.string(), doorToken: z.string().nullable() });
export type AskedDoor = z.infer<typeof askedDoor>;

/** Returns the doors asked for; null token when the device has not yet listed the door. */
export async function askedDoors(client: PoolClient, controllerId: string): Promise<AskedDoor[]> {
  const { rows } = await client.query(
    `select id, coalesce(nullif(door_name, ''), name) as name, device_door_token as "doorToken"
     from access_points where controller_id = $1 and enabled and missing_since is null order by name, id`,
    [controllerId],
  );
  return readRows(askedDoor, rows);
}

const storedPin = z.object({ pin: z.string().nullable(), validTo: z.string().nullable() });

/** Reads the PIN as portal_engine, since no portal role may. The caller has checked that the person is the controller's own. */
export async function storedPinOf(engine: Pool, id: string): Promise<z.infer<typeof storedPin> | null> {
  const { rows } = await engine.query(
    `select pin, to_char(valid_to at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "validTo"
     from controller_users where id = $1`,
    [id],
  );
  return rows[0] === undefined ? null : storedPin.parse(rows[0]);
}

const replica = z.object({
  sourceId: z.string(),
  kind: sourceKind,
  userToken: z.string(),
  credentialToken: z.string(),
  state: z.enum(["synced", "pending", "pending_removal", "failed"]),
});
export type ReplicaState = z.infer<typeof replica>;

/** Returns the state of each replica at the controller. */
export async function replicasOf(client: PoolClient, controllerId: string): Promise<ReplicaState[]> {
  const { rows } = await client.query(
    `select d.source_id as "sourceId", d.source_kind as kind, d.user_token as "userToken", d.credential_token as "credentialToken",
       case when d.pending then (select s.state from sync_states s where s.controller_id = d.controller_id and s.source_id = d.source_id)
         else 'synced' end as state
     from device_sync d where d.controller_id = $1`,
    [controllerId],
  );
  return readRows(replica, rows);
}

const directPerson = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  pin: z.string().nullable(),
  validFrom: z.string().nullable(),
  validTo: z.string().nullable(),
  enabled: z.boolean(),
});
export type DirectPerson = z.infer<typeof directPerson>;

/** Returns the people created at the controller. PINs are masked, and times are ISO 8601 in UTC. */
export async function directPeopleOf(client: PoolClient, controllerId: string): Promise<DirectPerson[]> {
  const { rows } = await client.query(
    `select id, first_name as "firstName", last_name as "lastName", pin_mask as pin,
       to_char(valid_from at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "validFrom",
       to_char(valid_to at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "validTo", enabled
     from controller_users where controller_id = $1 order by last_name, first_name, id`,
    [controllerId],
  );
  return readRows(directPerson, rows);
}
