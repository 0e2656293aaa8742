// Deletes near-miss candidates together with their organisation's passages, and aliases that nobody has used for long.
import type { Pool } from "pg";
import { ALIAS_UNUSED_DAYS } from "#contract/limits.ts";
import { deleteCandidates, endUnusedAliases } from "./near-misses.store.ts";

/** Deletes candidates whose period is over, and ends unused aliases. */
export async function deleteNearMisses(engine: Pool): Promise<void> {
  await deleteCandidates(engine);
  await endUnusedAliases(engine, ALIAS_UNUSED_DAYS);
}
