// Which gates use the installation's credentials, and how a rotation progresses; no secret. As portal_engine.
import type { Pool } from "pg";
import { z } from "zod";
import type { OperationsStatus } from "#contract/functions/operations-status.ts";

const iso = z.date().transform((date) => date.toISOString());
const stateRow = z.object({ enabled: z.boolean(), rotated_at: iso.nullable(), previous_until: iso.nullable() });
const gateRow = z.object({ id: z.string(), name: z.string(), used_at: iso, password: z.enum(["new", "old"]) });

export async function readInstallationUse(engine: Pool): Promise<OperationsStatus["installation_webhook"]> {
  const state = await engine.query(
    `select enabled, webhook_rotated_at as rotated_at,
       case when now() < webhook_previous_until then webhook_previous_until end as previous_until from installation_webhook`,
  );
  const gates = await engine.query(
    `select c.id, c.name, greatest(u.new_used_at, u.old_used_at) as used_at,
       case when u.new_used_at is null or u.old_used_at > u.new_used_at then 'old' else 'new' end as password
     from installation_webhook_uses u join controllers c on c.id = u.controller_id order by used_at desc, c.name`,
  );
  const known = state.rows[0] ?? { enabled: false, rotated_at: null, previous_until: null };
  return { ...stateRow.parse(known), gates: z.array(gateRow).parse(gates.rows) };
}
