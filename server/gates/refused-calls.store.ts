import type { Pool } from "pg";
import { z } from "zod";
import type { OperationsStatus } from "#contract/functions/operations-status.ts";
import type { RefusedCallCause } from "#contract/refused-calls.ts";
import { readRows } from "#server/platform/database/read-each.ts";

/** Records at the gate that a call was refused now. */
export async function recordRefusedAtGate(engine: Pool, gateId: string, cause: RefusedCallCause): Promise<void> {
  await engine.query({
    name: "note-refused-at-gate",
    text: "update controllers set refused_at = now(), refused_cause = $2 where id = $1",
    values: [gateId, cause],
  });
}

export interface CountedRefusal {
  cause: RefusedCallCause;
  calls: number;
  address: string | null;
  /** The gate that the call named, whether or not the caller may use it. */
  gateId: string | null;
}

/** Counts refused calls: one row per cause, however many callers. */
export async function countRefusedCalls(
  engine: Pool,
  { cause, calls, address, gateId }: CountedRefusal,
): Promise<void> {
  await engine.query({
    name: "count-refused-calls",
    text: `insert into private.refused_calls as r (cause, calls, address, gate_id)
        values ($1, $2, $3, (select id from controllers where id = $4 and not private.is_door_type(device_type)))
      on conflict (cause) do update set calls = r.calls + excluded.calls, last_at = now(), address = excluded.address,
        gate_id = coalesce(excluded.gate_id, r.gate_id)`,
    values: [cause, calls, address, gateId],
  });
}

const refusedRow = z.object({
  cause: z.string(),
  calls: z.coerce.number(),
  last_at: z.date().transform((at) => at.toISOString()),
  address: z.string().nullable(),
  gate: z.string().nullable(),
});

/** Returns refused calls, newest first. */
export async function listRefusedCalls(engine: Pool): Promise<OperationsStatus["refused_calls"]> {
  const { rows } = await engine.query(
    `select r.cause, r.calls, r.last_at, host(r.address) as address, c.name as gate
     from private.refused_calls r left join controllers c on c.id = r.gate_id order by r.last_at desc, r.cause`,
  );
  return readRows(refusedRow, rows);
}
