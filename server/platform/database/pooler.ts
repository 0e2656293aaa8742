// Finds out at a start whether a pooler such as pgbouncer stands before the database, and whether the portal can work through it.
import { type Client, DatabaseError, type Pool } from "pg";
import { z } from "zod";
import { POOLER_BY_STATEMENT, POOLER_ELSEWHERE, POOLER_UNNAMED } from "#contract/errors/settings.ts";

/** A pooler that the portal cannot work through; the message is for the owner. */
export class PoolerError extends Error {
  override name = "PoolerError";
}

/** A start option that PostgreSQL keeps, and that a pooler refuses or drops. */
export const DIRECT_OPTION = "-c portal.direct=yes";
const REFUSED_OPTION = /unsupported startup parameter/;
const BY_STATEMENT = /statement pooling/;

/** Converts an error that only a pooler raises to a PoolerError; returns any other error unchanged. */
export function poolerRefusal(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error;
  if (REFUSED_OPTION.test(error.message)) return new PoolerError(POOLER_UNNAMED, { cause: error });
  if (BY_STATEMENT.test(error.message)) return new PoolerError(POOLER_BY_STATEMENT, { cause: error });
  return error;
}

const option = z.array(z.object({ direct: z.string().nullable() })).length(1);

/** Throws PoolerError where a connection that was started with DIRECT_OPTION leads through a pooler. */
export async function requireDirect(client: Client): Promise<void> {
  const { rows } = await client.query("select current_setting('portal.direct', true) as direct");
  if (option.parse(rows)[0]?.direct !== "yes") throw new PoolerError(POOLER_UNNAMED);
}

/** One database of one running PostgreSQL. */
const PLACE = `select d.oid || ' ' || extract(epoch from pg_postmaster_start_time()) as place, current_user = 'portal_engine' as entered
  from pg_database d where d.datname = current_database()`;
const placed = z.array(z.object({ place: z.string(), entered: z.boolean() })).length(1);

/** Throws PoolerError where `engine`, which leads through a pooler, leads to another database than `direct` or has lost its role. */
export async function requireSameDatabase(engine: Pool, direct: Client): Promise<void> {
  const [pooled, known] = await Promise.all([engine.query(PLACE), direct.query(PLACE)]);
  const [there] = placed.parse(pooled.rows);
  if (there?.entered !== true || there.place !== placed.parse(known.rows)[0]?.place)
    throw new PoolerError(POOLER_ELSEWHERE);
}
