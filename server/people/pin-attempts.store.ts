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

/** Returns the attempt that this transaction is charged to; null when it compared no PIN of others. */
export async function namedAttempt(client: PoolClient): Promise<string | null> {
  const { rows } = await client.query("select nullif(current_setting('app.pin_attempt', true), '') as attempt");
  return z.object({ attempt: z.string().nullable() }).parse(rows[0]).attempt;
}

/** Records that the attempt's PINs were free; a transaction that is rolled back cannot. */
export async function recordFree(client: PoolClient, attempt: string): Promise<void> {
  await client.query("select private.answer_pin_attempt($1)", [attempt]);
}
