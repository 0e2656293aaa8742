/** A host with one fixed role, for the stand-alone command. */
import { escapeIdentifier, escapeLiteral, type Pool, type PoolClient } from "pg";
import type { RestTransaction } from "./options.ts";

export interface RoleOptions {
  readonly role: string;
  readonly claims?: string;
}

/** Runs transactions under one role. Role, claims and time limit are set in the round trip of `begin`. */
export function roleTransaction(pool: Pool, options: RoleOptions): RestTransaction {
  const claims =
    options.claims === undefined ? "" : `; set local request.jwt.claims = ${escapeLiteral(options.claims)}`;
  const role = `set local role ${escapeIdentifier(options.role)}`;
  return async (_request, work, { readOnly, statementTimeoutMs, settings }) => {
    const assignments = Object.entries(settings).map(
      ([name, value]) => `; set local ${name} = ${escapeLiteral(value)}`,
    );
    const client = await pool.connect();
    let broken: Error | undefined;
    // A connection may die between two queries; without a listener the process ends.
    const onError = (error: Error) => {
      broken = error;
    };
    client.on("error", onError);
    try {
      await client.query(
        `begin${readOnly ? " read only" : ""}; set local statement_timeout = ${Math.trunc(statementTimeoutMs)}; ${role}${claims}${assignments.join("")}`,
      );
      const result = await work(client, null);
      await client.query("commit");
      return result;
    } catch (error) {
      broken ??= await rollback(client);
      throw error;
    } finally {
      client.off("error", onError);
      client.release(broken);
    }
  };
}

/** Rolls back; resolves to a reason not to reuse the connection. */
async function rollback(client: PoolClient): Promise<Error | undefined> {
  try {
    await client.query("rollback");
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
