// Queries of sync-control, run as the caller under row policies.
import type { PoolClient } from "pg";
import { z } from "zod";
import { readRows } from "#server/platform/database/read-each.ts";

const kindRow = z.object({ kind: z.enum(["door", "gate", "list_gate"]) });
/** `list_gate`: a gate that keeps or must clear a plate list; it is synced like a door controller. */
export type SyncKind = z.infer<typeof kindRow>["kind"];

const KIND = `case when private.is_door_type(c.device_type) then 'door'
  when c.list_sync or exists (select from device_sync d where d.controller_id = c.id) then 'list_gate' else 'gate' end`;

/** Returns how the controller is synced; null when the caller sees no such controller. */
export async function readSyncKind(client: PoolClient, id: string): Promise<SyncKind | null> {
  const { rows } = await client.query(`select ${KIND} as kind from controllers c where c.id = $1`, [id]);
  return z.array(kindRow).parse(rows)[0]?.kind ?? null;
}

/** Returns the enabled controllers that have anything to sync: all but gates without a plate list. */
export async function enabledSyncedControllers(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query(
    `select c.id from controllers c where c.enabled and ${KIND} <> 'gate' order by c.id`,
  );
  return readRows(z.object({ id: z.string() }), rows).map((row) => row.id);
}

const changedRow = z.object({ changed: z.boolean() });

/** Pauses all workers until `resumeWorkers`; the database audits both. Returns false when they were already paused. */
export async function pauseWorkers(client: PoolClient, reason: string): Promise<boolean> {
  const { rows } = await client.query("select private.pause_workers($1) as changed", [reason]);
  return changedRow.parse(rows[0]).changed;
}

/** Resumes the workers; returns false when nothing was paused. */
export async function resumeWorkers(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query("select private.resume_workers() as changed");
  return changedRow.parse(rows[0]).changed;
}

/** Counts the controller's replicas, confirmed or not. */
export async function countReplicas(client: PoolClient, controllerId: string): Promise<number> {
  const { rows } = await client.query("select count(*)::int as n from device_sync where controller_id = $1", [
    controllerId,
  ]);
  return z.object({ n: z.number() }).parse(rows[0]).n;
}
