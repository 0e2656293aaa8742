import type { Pool } from "pg";
import { z } from "zod";
import { type AmrEntry, amrEntrySchema } from "#contract/auth.ts";
import type { SessionClaims } from "#server/platform/database/as-user.ts";

const stepUpRow = z.object({ amr: z.array(amrEntrySchema), has_factor: z.boolean() });

/** How the session was authenticated, as role portal_engine; nothing when it has ended. */
export async function readStepUp(
  engine: Pool,
  { session_id, sub }: SessionClaims,
): Promise<{ amr: AmrEntry[]; hasFactor: boolean }> {
  const { rows } = await engine.query("select amr, has_factor from private.session_proof($1, $2)", [session_id, sub]);
  const row = stepUpRow.optional().parse(rows[0]);
  return { amr: row?.amr ?? [], hasFactor: row?.has_factor ?? false };
}
