// Runs the caller's transaction: the database sets role and organisation by session, and row policies decide access.

import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import { platformErrors } from "#contract/errors/platform.ts";
import { type Role, roleSchema } from "#contract/roles.ts";
import type { RequestSettings } from "#rest/options.ts";
import { PortalError } from "../http/errors.ts";
import { requestOrigin } from "../http/request-origin.ts";
import { StatementTurns, type TurnLimits } from "./statement-turns.ts";
import { retriedTransaction } from "./transaction.ts";

/** The caller as the database reports it now; never taken from the token. */
export interface Caller {
  userId: string;
  sessionId: string;
  role: Role;
  organizationId: string | null;
}

export interface SessionClaims {
  sub: string;
  session_id: string;
}

const enterRow = z.object({
  app_role: z.string().nullable(),
  organization_id: z.string().nullable(),
  denied: z.string().nullable(),
});

const ENTER = {
  name: "enter",
  text: `select app_role, organization_id, denied, set_config('app.address', $3, true), set_config('app.request', $4, true),
    set_config('request.method', $5, true), set_config('request.path', $6, true), set_config('request.headers', $7, true),
    set_config('request.jwt.claims', $8, true)
    from private.enter($1, $2)`,
};

/** Sets the caller's role and the request settings `settings` in an open transaction. Throws PortalError 401 or 403. */
export async function enter(client: PoolClient, claims: SessionClaims, settings?: RequestSettings): Promise<Caller> {
  const origin = requestOrigin();
  const values = [
    claims.session_id,
    claims.sub,
    origin?.address ?? "",
    origin?.requestId ?? "",
    settings?.["request.method"] ?? "",
    settings?.["request.path"] ?? "",
    settings?.["request.headers"] ?? "",
    settings === undefined ? "" : JSON.stringify(claims),
  ];
  const { rows } = await client.query({ ...ENTER, values });
  const { app_role, organization_id, denied } = enterRow.parse(rows[0]);
  if (denied !== null) throw refusal(denied);
  return {
    userId: claims.sub,
    sessionId: claims.session_id,
    role: roleSchema.parse(app_role),
    organizationId: organization_id,
  };
}

export type InOwnTransaction = <R>(work: (client: PoolClient) => Promise<R>) => Promise<R>;
type Prepare = (client: PoolClient) => Promise<void>;
/** Runs a transaction. If it owes a charge at its end, charges that in a separate transaction and runs the work again. */
export type Repeat = <T>(own: InOwnTransaction, run: (prepare: Prepare) => Promise<T>) => Promise<T>;

const once: Repeat = (_own, run) => run(async () => {});

export interface AsUserOptions {
  begin?: string | undefined;
  settings?: RequestSettings | undefined;
  /** Absent: a transaction that owes a charge fails. */
  repeat?: Repeat | undefined;
}

const turns = new WeakMap<Pool, StatementTurns>();

/** Replaces the limits of the turns that statements of `pool` take. */
export function limitTurns(pool: Pool, limits: Partial<TurnLimits>): void {
  turns.set(pool, new StatementTurns(limits));
}

/** Returns the pool's turns, which all callers of the pool share. */
export function turnsOf(pool: Pool): StatementTurns {
  let known = turns.get(pool);
  if (!known) turns.set(pool, (known = new StatementTurns()));
  return known;
}

/** Runs `work` as the caller, in the caller's turn; retries once after a deadlock, and as `repeat` says. */
export async function asUser<T>(
  pool: Pool,
  claims: SessionClaims,
  work: (client: PoolClient, caller: Caller) => Promise<T>,
  { begin, settings, repeat = once }: AsUserOptions = {},
): Promise<T> {
  return turnsOf(pool).run({ sessionId: claims.session_id, userId: claims.sub }, (learn) => {
    const entered = <R>(action: (client: PoolClient, caller: Caller) => Promise<R>, how?: string) =>
      retriedTransaction(
        pool,
        async (client) => {
          const caller = await enter(client, claims, settings);
          learn(caller.organizationId);
          return action(client, caller);
        },
        how,
      );
    return repeat(entered, (prepare) =>
      entered(async (client, caller) => {
        await prepare(client);
        return work(client, caller);
      }, begin),
    );
  });
}

/** Runs `work` as the caller, in a transaction that may not write. */
export async function asReader<T>(
  pool: Pool,
  claims: SessionClaims,
  work: (client: PoolClient, caller: Caller) => Promise<T>,
): Promise<T> {
  return asUser(pool, claims, work, { begin: "begin read only" });
}

/** Runs a read for a live connection, like `asReader`, without taking a turn of its session. */
export async function asListener<T>(
  pool: Pool,
  claims: SessionClaims,
  work: (client: PoolClient, caller: Caller) => Promise<T>,
): Promise<T> {
  return retriedTransaction(pool, async (client) => work(client, await enter(client, claims)), "begin read only");
}

function refusal(denied: string): PortalError {
  switch (denied) {
    case "password_change_required":
      return new PortalError(platformErrors.password_change_required());
    case "insufficient_aal":
      return new PortalError(platformErrors.second_factor_required());
    case "no_role":
      return new PortalError(platformErrors.no_role());
    default:
      return new PortalError(platformErrors.session_ended());
  }
}
