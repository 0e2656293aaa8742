// The connection pools. All log in as `authenticator`, which owns nothing; service pools take their role at connect, the user pool per
// transaction.
import type pg from "pg";
import type { Logger } from "pino";
import { limitTurns } from "./as-user.ts";
import { lentClient } from "./lent-client.ts";
import { createLogin, LoginPool } from "./login-pool.ts";
import { PrimaryClient } from "./primary-client.ts";
import { LONGEST_WAIT_MS } from "./statement-turns.ts";

export interface Pools {
  /** People's requests: authenticator until private.enter() sets system_admin or org_admin. */
  user: pg.Pool;
  auth: pg.Pool;
  engine: pg.Pool;
  /** Only the webhook, so that administrators' load cannot starve a gate. */
  gate: pg.Pool;
  /** Batched passages with a short lock timeout, so that one locked row does not delay the others. */
  gateBatches: pg.Pool;
  listenConfig: pg.ClientConfig;
  /** The factor of PoolOptions. */
  patience: number;
  close(): Promise<void>;
}

export interface PoolOptions {
  url: string;
  /** The same database past the pooler that `url` leads through, for LISTEN; its login and password are those of `url`. */
  directUrl?: string;
  /** Passwords that another server may have set during a key rotation. */
  otherUrls?: readonly string[];
  log: Logger;
  sizes?: Partial<Record<keyof typeof SIZES, number>>;
  /** Multiplies how long a person's request waits for a connection, its turn, its statement, and the outcome of what it queued. */
  patience?: number;
}

/** Opened on demand. The gate pool is large because each read may wait for a lock. */
const SIZES = { user: 10, auth: 4, engine: 8, gate: 26, gateBatches: 10 };
const CONNECT_TIMEOUT_MS = 5_000;
/** Limits a hung statement; workers and imports take far less. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** Below GATE_LATEST_MS, past which a gate does not answer. */
const GATE_STATEMENT_TIMEOUT_MS = 4_000;
/** A server that falls silent, or a commit that its standby does not confirm, is given up this long after the statement's own limit. */
const SILENCE_MS = 2_000;
const BATCH_LOCK_TIMEOUT_MS = 300;
/**
 * A gate's few prepared statements find rows by key, whatever the parameters and sizes. By default, PostgreSQL would plan a
 * statement over arrays at each call, which costs more than running it. A kept plan may be older than an import, so no plan
 * may scan a table that was small then.
 */
const PLANNED_ONCE = { plan_cache_mode: "force_generic_plan", enable_seqscan: "off" };

/** Creates the pools, which connect at the first query. `patience` multiplies the waits of a slow machine. */
export function createPools({ url, directUrl, otherUrls = [], log, sizes = {}, patience = 1 }: PoolOptions): Pools {
  const base: pg.ClientConfig = { connectionTimeoutMillis: CONNECT_TIMEOUT_MS * patience, keepAlive: true };
  const login = createLogin([url, ...otherUrls]);
  const make = (
    name: keyof typeof SIZES,
    role: string | null,
    statementTimeout = STATEMENT_TIMEOUT_MS,
    lockTimeout = 0,
  ) => {
    const settings = {
      ...(role !== null && { role }),
      // JIT does not help these short statements, and adds tens of milliseconds to each new plan.
      jit: "off",
      statement_timeout: String(statementTimeout),
      lock_timeout: String(lockTimeout),
      idle_in_transaction_session_timeout: String(STATEMENT_TIMEOUT_MS),
      ...(role === "portal_gate" && PLANNED_ONCE),
    };
    const config = {
      ...base,
      application_name: `portal-${name}`,
      max: sizes[name] ?? SIZES[name],
      query_timeout: (statementTimeout + SILENCE_MS) * patience,
    };
    const pool =
      directUrl === undefined
        ? new LoginPool(login, { ...config, options: startOptions(settings) }, PrimaryClient)
        : new LoginPool(login, config, lentClient(settings));
    return withHandlers(pool, name, log);
  };
  const pools = [
    make("user", null),
    make("auth", "portal_auth"),
    make("engine", "portal_engine"),
    make("gate", "portal_gate", GATE_STATEMENT_TIMEOUT_MS),
    make("gateBatches", "portal_gate", GATE_STATEMENT_TIMEOUT_MS, BATCH_LOCK_TIMEOUT_MS),
  ] as const;
  const [user, auth, engine, gate, gateBatches] = pools;
  limitTurns(user, { longestWaitMs: LONGEST_WAIT_MS * patience });
  return {
    user,
    auth,
    engine,
    gate,
    gateBatches,
    listenConfig: {
      ...base,
      get connectionString() {
        return withLogin(directUrl ?? url, login.url);
      },
      application_name: "portal-listen",
      options: "-c role=portal_engine",
    },
    patience,
    close: async () => {
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}

/** Returns settings as options of a connection's start. */
const startOptions = (settings: Readonly<Record<string, string>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(" ");

/** Returns the address with the login of another one. */
function withLogin(address: string, login: string): string {
  const [to, { username, password }] = [new URL(address), new URL(login)];
  return Object.assign(to, { username, password }).href;
}

/** Adds handlers: a killed backend emits `error` on the pool or the client; unhandled, either would end the process. */
function withHandlers(pool: pg.Pool, name: string, log: Logger): pg.Pool {
  const report = (error: Error) => log.warn({ err: error, pool: name }, "database connection lost");
  pool.on("error", report);
  pool.on("connect", (client) => client.on("error", report));
  return pool;
}
