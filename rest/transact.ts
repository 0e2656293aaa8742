import type pg from "pg";
import type { Call, RestReply } from "./context.ts";
import { requestSettings } from "./request-settings.ts";
import type { RowGuard } from "./row-guard.ts";

class RolledBack extends Error {
  readonly reply: RestReply;

  constructor(reply: RestReply) {
    super("rolled back as the caller asked");
    this.name = "RolledBack";
    this.reply = reply;
  }
}

/** Runs `work` as the caller; `rollback` (`Prefer: tx=rollback`, where allowed) undoes it. */
export async function transact(
  call: Call,
  mode: { readonly readOnly: boolean; readonly rollback: boolean },
  work: (client: pg.PoolClient, guard: RowGuard | null) => Promise<RestReply>,
): Promise<RestReply> {
  const { options, limits } = call.context;
  try {
    return await options.transaction(
      call.request,
      async (client, guard) => {
        const reply = await work(client, guard);
        if (mode.rollback) throw new RolledBack(reply);
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
