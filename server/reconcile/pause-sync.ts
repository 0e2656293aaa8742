// Pauses and resumes all workers, in the caller's transaction; the database audits both.
import type { PoolClient } from "pg";
import { z } from "zod";

const answer = z.object({ changed: z.boolean() });

export async function pauseSync(client: PoolClient, reason: string): Promise<boolean> {
  const { rows } = await client.query("select private.pause_lanes($1) as changed", [reason]);
  return answer.parse(rows[0]).changed;
}

export async function resumeSync(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query("select private.resume_lanes() as changed");
  return answer.parse(rows[0]).changed;
}
