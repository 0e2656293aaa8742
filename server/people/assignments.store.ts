import type { PoolClient } from "pg";

export interface Target {
  controllerId: string;
  /** Null: the whole gate. */
  accessPointId: string | null;
}

export interface Replacement {
  credentialId: string;
  targets: readonly Target[];
  /** The places that the form offered. Only these may be removed; the others are switched off at present. */
  replaceable: readonly Target[];
}

/** Replaces assignments with two statements, whatever the number of doors, so that triggers change each controller once. */
export async function replaceAssignments(
  client: PoolClient,
  { credentialId, targets, replaceable }: Replacement,
): Promise<void> {
  const desired = new Set(targets.map(targetKey));
  const dropped = replaceable.filter((target) => !desired.has(targetKey(target)));
  if (dropped.length > 0) {
    await client.query(
      `delete from controller_assignments a using unnest($2::uuid[], $3::uuid[]) as gone(controller_id, access_point_id)
       where a.credential_id = $1 and a.controller_id = gone.controller_id and a.access_point_id is not distinct from gone.access_point_id`,
      [credentialId, dropped.map((target) => target.controllerId), dropped.map((target) => target.accessPointId)],
    );
  }
  await client.query(
    `insert into controller_assignments (credential_id, controller_id, access_point_id)
     select $1, t.controller_id, t.access_point_id from unnest($2::uuid[], $3::uuid[]) as t(controller_id, access_point_id)
     on conflict do nothing`,
    [credentialId, targets.map((target) => target.controllerId), targets.map((target) => target.accessPointId)],
  );
}

export function targetKey({ controllerId, accessPointId }: Target): string {
  return `${controllerId}/${accessPointId ?? ""}`;
}
