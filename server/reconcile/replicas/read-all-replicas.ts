import type { Pool } from "pg";
import { type ReplicaRow, readReplicasAfter } from "./device-sync.store.ts";

const PAGE = 1_000;
const LOWEST_ID = "00000000-0000-0000-0000-000000000000";

/** Reads a controller's replicas page by page. */
export async function readAllReplicas(pool: Pool, controllerId: string, suspendedMs: number): Promise<ReplicaRow[]> {
  const replicas: ReplicaRow[] = [];
  for (;;) {
    const after = replicas.at(-1)?.source_id ?? LOWEST_ID;
    const page = await readReplicasAfter(pool, controllerId, { suspendedMs, after, limit: PAGE });
    replicas.push(...page);
    if (page.length < PAGE) return replicas;
  }
}
