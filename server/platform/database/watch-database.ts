// Notices when a restore has swapped the database, because everything in the server's memory then belongs to the old one.
import type { ClientBase, Pool } from "pg";
import { z } from "zod";
import { type Rounds, repeat } from "../jobs/run-jobs.ts";

const identity = z.object({ oid: z.coerce.string() });

/** Reads an identity that a database keeps when it is renamed, and that differs from any other database of the same name. */
export async function databaseIdentity(engine: Pool | ClientBase): Promise<string> {
  const { rows } = await engine.query({
    name: "database-identity",
    text: "select oid from pg_database where datname = current_database()",
  });
  return z.array(identity).length(1).parse(rows)[0]?.oid ?? "";
}

/** Calls `onReplaced`, once, when the database of this name is another than `present`. */
export async function watchDatabase(
  {
    engine,
    present,
    onReplaced,
    ...rounds
  }: { engine: Pool; present: string; onReplaced: () => void } & Omit<Rounds, "failed">,
  signal: AbortSignal,
): Promise<void> {
  const seen = new AbortController();
  const failed = "the database was not asked whether it is still the same; trying again soon";
  await repeat({ ...rounds, failed }, AbortSignal.any([signal, seen.signal]), async () => {
    if ((await databaseIdentity(engine)) === present) return;
    seen.abort();
    onReplaced();
  });
}
