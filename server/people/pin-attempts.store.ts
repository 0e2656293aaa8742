import type { PoolClient } from "pg";
import { z } from "zod";

/** Names the attempt that this transaction is charged to; callers over the network cannot reach settings. */
export async function nameAttempt(client: PoolClient, attempt: string): Promise<void> {
  await client.query("select set_config('app.pin_attempt', $1, true)", [attempt]);
}

/** Charges `due` attempts; returns null when none are left. The caller must commit. */
export async function consumePinAttempts(client: PoolClient, due: number): Promise<string | null> {
  const { rows } = await client.query("select private.consume_pin_attempts($1) as attempt", [due]);
  return z.object({ attempt: z.string().nullable() }).parse(rows[0]).attempt;
}

export async function recordCollision(client: PoolClient, controllerId: string | null): Promise<void> {
  await client.query("select private.record_pin_collision($1)", [controllerId]);
}
