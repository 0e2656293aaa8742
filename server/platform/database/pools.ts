// The connections of one server. Every pool logs in as `authenticator`, which owns nothing; service pools take their
// database role at connect, the user pool takes the caller's role for one transaction at a time (as-user.ts).
import type pg from "pg";
import type { Logger } from "pino";
import { createLogin, LoginPool } from "./login-pool.ts";

export interface Pools {
  /** Requests of people: authenticator, until private.enter() sets system_admin or org_admin. */
  user: pg.Pool;
  /** /auth/v1 only. */
  auth: pg.Pool;
  /** Lanes, jobs and service work of functions. */
  engine: pg.Pool;
  /** The webhook alone, so that administrators' load cannot starve a gate. */
  gate: pg.Pool;
  /** Passages of several reads in one statement, which gives up on a lock soon: what waits for one row must not hold the others. */
  gateBatches: pg.Pool;
  /** Connection settings for a dedicated LISTEN client with the engine's role. */
  listenConfig: pg.ClientConfig;
  close(): Promise<void>;
}

export interface PoolOptions {
  /** Connection string of the `authenticator` login. */
  url: string;
  /** The same with passwords that another server may have given the login, while the secret key is replaced. */
  otherUrls?: readonly string[];
  log: Logger;
  sizes?: Partial<Record<keyof typeof SIZES, number>>;
}

/** Connections open as needed. The gate's many are for reads that wait for a lock each. */
const SIZES = { user: 10, auth: 4, engine: 8, gate: 26, gateBatches: 6 };
const CONNECT_TIMEOUT_MS = 5_000;
/** A hung statement of ours must not hold a request for ever; lanes and imports stay far below. */
const STATEMENT_TIMEOUT_MS = 30_000;
/** A gate answers within GATE_LATEST_MS or not at all. */
const GATE_STATEMENT_TIMEOUT_MS = 4_000;
const BATCH_LOCK_TIMEOUT_MS = 300;

export function createPools({ url, otherUrls = [], log, sizes = {} }: PoolOptions): Pools {
  const base: pg.ClientConfig = { connectionTimeoutMillis: CONNECT_TIMEOUT_MS, keepAlive: true };
  const login = createLogin([url, ...otherUrls]);
  const make = (
    name: keyof typeof SIZES,
    role: string | null,
    statementTimeout = STATEMENT_TIMEOUT_MS,
    lockTimeout = 0,
  ) => {
    const pool = new LoginPool(login, {
      ...base,
      application_name: `portal-${name}`,
      max: sizes[name] ?? SIZES[name],
      statement_timeout: statementTimeout,
      lock_timeout: lockTimeout,
      idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
      // JIT helps none of our short statements and would cost each new plan tens of milliseconds.
      options: role === null ? "-c jit=off" : `-c jit=off -c role=${role}`,
    });
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
  return {
    user,
    auth,
    engine,
    gate,
    gateBatches,
    listenConfig: {
      ...base,
      // Read anew at each attempt: the pools find out which password is right, and this client tries again by itself.
      get connectionString() {
        return login.url;
      },
      application_name: "portal-listen",
      options: "-c role=portal_engine",
    },
    close: async () => {
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}

/** A killed backend emits `error` on the pool or on the client; without a listener on both the process would die. */
function withHandlers(pool: pg.Pool, name: string, log: Logger): pg.Pool {
  const report = (error: Error) => log.warn({ err: error, pool: name }, "database connection lost");
  pool.on("error", report);
  pool.on("connect", (client) => client.on("error", report));
  return pool;
}
