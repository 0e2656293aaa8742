// PostgreSQL replaces no function whose result, or a name of whose arguments, is another. Such a function is dropped and made again.
import { type Client, DatabaseError } from "pg";
import { MigrationError } from "./migration-error.ts";

/** SQLSTATE of a function that cannot be replaced, among others. */
const INVALID_FUNCTION = "42P13";

/** A function that was dropped: who owned it and who had the right to call it, as SQL writes their names. */
interface Dropped {
  owner: string;
  grantees: string[];
}

/**
 * Runs a file of functions in the transaction that has begun. A function that is made again keeps the rights that it had, unless the file
 * grants or revokes them. Throws the errors of `run`, and MigrationError where a view, policy, trigger or table needs the function.
 * @param run runs the whole file, which may be run twice
 */
export async function replaceFunctions(client: Client, run: () => Promise<unknown>): Promise<void> {
  const dropped = new Map<string, Dropped>();
  for (;;) {
    await client.query("savepoint functions");
    try {
      await run();
      break;
    } catch (error) {
      const signature = unreplaced(error);
      if (signature === null || dropped.has(signature)) throw error;
      await client.query("rollback to savepoint functions; release savepoint functions");
      dropped.set(signature, await drop(client, signature));
    }
  }
  for (const [signature, was] of dropped) await restoreRights(client, signature, was);
  // Applies what the file says of rights on top of the former ones.
  if (dropped.size > 0) await run();
  await client.query("release savepoint functions");
}

/** Returns the function that stands in the way; null for another error. The hint is "Use DROP FUNCTION name(types) first." in some language. */
function unreplaced(error: unknown): string | null {
  const cause = error instanceof MigrationError ? error.cause : error;
  if (!(cause instanceof DatabaseError) || cause.code !== INVALID_FUNCTION) return null;
  return /DROP FUNCTION (.+\))/.exec(cause.hint ?? "")?.[1] ?? null;
}

/** Drops a function that nothing else needs. `signature` is PostgreSQL's own text. */
async function drop(client: Client, signature: string): Promise<Dropped> {
  // The file's search path, by which the signature was written.
  await client.query("set local search_path = public, extensions");
  const { rows } = await client.query<Dropped>(
    `select p.proowner::regrole::text as owner,
       array(select case a.grantee when 0 then 'public' else a.grantee::regrole::text end
         from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee <> p.proowner) as grantees
     from pg_proc p where p.oid = $1::regprocedure`,
    [signature],
  );
  const [was] = rows;
  if (was === undefined) throw new MigrationError("migration_failed", `there is no function ${signature}`);
  try {
    await client.query(`set local role ${was.owner}; drop function ${signature}; reset role`);
  } catch (cause) {
    const needs = cause instanceof DatabaseError ? ` ${cause.detail ?? ""}` : "";
    throw new MigrationError("migration_failed", `${signature} cannot be made again: ${String(cause)}.${needs}`, {
      cause,
    });
  }
  return was;
}

async function restoreRights(client: Client, signature: string, { owner, grantees }: Dropped): Promise<void> {
  const grants = grantees.map((grantee) => `grant execute on function ${signature} to ${grantee};`);
  await client.query(
    `set local role ${owner}; revoke execute on function ${signature} from public; ${grants.join(" ")} reset role`,
  );
}
