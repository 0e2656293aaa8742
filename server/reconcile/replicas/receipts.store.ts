// Receipts record what a read-back showed. They are written once and never changed.
import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import { readRows } from "#server/platform/database/read-each.ts";

export interface Receipt {
  sourceId: string;
  kind: "grant" | "suspension" | "revocation";
  /** Only for a suspension: when the object must be removed. */
  suspendedUntilEpoch: number | null;
  generation: string;
  readBackAt: Date;
  /** This run sent something for the replica, so the device may have held it without confirming. */
  sent: boolean;
}

/**
 * Writes one receipt per confirmation. Call it before recordApplied and endReplicas, which discard the earlier state. A receipt for access
 * taken from a person is also an audit event.
 */
export async function writeReceipts(
  client: PoolClient,
  controllerId: string,
  receipts: readonly Receipt[],
): Promise<void> {
  if (receipts.length === 0) return;
  await client.query({
    name: "write-receipts",
    text: `with written as (
        insert into sync_receipts (controller_id, controller_name, source_id, source_kind, organization_id, label, kind, generation,
          read_back_at, asked_at, end_user_id, plate, suspended_until, removed)
        select d.controller_id, c.name, d.source_id, d.source_kind, d.organization_id, d.label, t.kind, t.generation,
          t.read_back_at, case when d.pending then d.pending_since end, d.end_user_id, not private.is_door_type(c.device_type),
          to_timestamp(t.suspended_until),
          case when t.kind = 'suspension' and d.suspended_until is null then array['access']
            when t.kind = 'revocation' and (t.sent or d.applied_digest is not null) then array['access']
            when t.kind = 'grant' and d.desired_gen = t.generation then d.outdated else '{}' end
        from unnest($2::uuid[], $3::text[], $4::bigint[], $5::timestamptz[], $6::boolean[], $7::float8[])
          as t (source_id, kind, generation, read_back_at, sent, suspended_until)
        join device_sync d on d.controller_id = $1 and d.source_id = t.source_id
        join controllers c on c.id = d.controller_id
        returning *)
      insert into audit (organization_id, action, subject_table, subject_id, subject_name, after)
      select w.organization_id, 'removal_confirmed', case w.source_kind when 'credential' then 'credentials' else 'controller_users' end,
        w.source_id, w.label, jsonb_build_array(jsonb_build_object('controller_id', w.controller_id, 'controller_name', w.controller_name,
          'credential_type', case when w.plate then 'license_plate' else 'pin' end, 'removed', w.removed,
          'confirmed_at', w.read_back_at)
          || case when w.suspended_until is null then '{}' else jsonb_build_object('suspended_until', w.suspended_until) end)
      from written w
      where w.removed <> '{}' and w.source_kind <> 'weekly_code'`,
    values: [
      controllerId,
      receipts.map((receipt) => receipt.sourceId),
      receipts.map((receipt) => receipt.kind),
      receipts.map((receipt) => receipt.generation),
      receipts.map((receipt) => receipt.readBackAt.toISOString()),
      receipts.map((receipt) => receipt.sent),
      receipts.map((receipt) => receipt.suspendedUntilEpoch),
    ],
  });
}

/** Returns sources with a receipt on this controller, whose objects certainly belong to the portal. */
export async function receiptedSources(
  pool: Pool,
  controllerId: string,
  sourceIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await pool.query({
    name: "receipted-sources",
    text: "select distinct source_id from sync_receipts where controller_id = $1 and source_id = any ($2::uuid[])",
    values: [controllerId, sourceIds],
  });
  return new Set(readRows(z.object({ source_id: z.string() }), rows).map((row) => row.source_id));
}
