import type { Pool } from "pg";
import { z } from "zod";
import type { SessionClaims } from "#server/platform/database/as-user.ts";

const stepUpRow = z.object({ is_fresh: z.boolean(), has_factor: z.boolean() });

/** Reads the step-up as portal_engine; a session that has ended has none. */
export async function readStepUp(
  engine: Pool,
  { session_id, sub }: SessionClaims,
): Promise<{ isFresh: boolean; hasFactor: boolean }> {
  const { rows } = await engine.query(
    "select private.has_fresh_step_up($1) as is_fresh, p.has_factor from private.session_step_up($1, $2) p",
    [session_id, sub],
  );
  const row = stepUpRow.optional().parse(rows[0]);
  return { isFresh: row?.is_fresh ?? false, hasFactor: row?.has_factor ?? false };
}
