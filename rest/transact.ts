/** One call's transaction: read-only or not, and rolled back on purpose for `Prefer: tx=rollback`. */
import type pg from "pg";
import type { Call, RestReply } from "./context.ts";
import { requestSettings } from "./request-settings.ts";
import type { RowWall } from "./row-wall.ts";

/** Carries a finished reply out of a transaction that is to be rolled back. */
class RolledBack extends Error {
  readonly reply: RestReply;

  constructor(reply: RestReply) {
    super("rolled back as the caller asked");
    this.name = "RolledBack";
    this.reply = reply;
  }
}

/** Runs `work` in the caller's transaction. With `rollback` (where the host allows it) nothing that it did stays. */
export async function transact(
  call: Call,
  mode: { readonly readOnly: boolean; readonly rollback: boolean },
  work: (client: pg.PoolClient, wall: RowWall | null) => Promise<RestReply>,
): Promise<RestReply> {
  const { options, limits } = call.context;
  const dry = mode.rollback && options.allowRollback === true;
  try {
    return await options.transaction(
      call.request,
      async (client, wall) => {
        const reply = await work(client, wall);
        if (dry) throw new RolledBack(reply);
        return reply;
      },
      {
        readOnly: mode.readOnly,
        statementTimeoutMs: limits.statementTimeoutMs,
        settings: requestSettings(call.method, call.path, call.request.headers),
      },
    );
  } catch (error) {
    if (error instanceof RolledBack) return error.reply;
    throw error;
  }
}
