// Candidates go with the passages of their organisation; aliases when nobody has used them for long.
import type { Pool } from "pg";
import { ALIAS_UNUSED_DAYS } from "#contract/limits.ts";
import { endUnusedAliases, forgetCandidates } from "./near-misses.store.ts";

export async function forgetNearMisses(engine: Pool): Promise<void> {
  await forgetCandidates(engine);
  await endUnusedAliases(engine, ALIAS_UNUSED_DAYS);
}
