/** What the host supplies, and the limits it may change. */
import type { FastifyRequest } from "fastify";
import type pg from "pg";
import type { ColumnCodec } from "./codecs.ts";
import { MAX_JSON_DEPTH } from "./json-depth.ts";
import type { RowGuard } from "./row-guard.ts";

export interface RestLimits {
  /** Per reply and per embedded list. */
  readonly maxRows: number;
  /** Levels of embedding below the root. */
  readonly maxEmbedDepth: number;
  /** Embeds per request, all levels together. */
  readonly maxEmbeds: number;
  /** Single conditions per request, logic trees included. */
  readonly maxConditions: number;
  /** Columns and order terms per request; PostgreSQL itself stops at 1,664 columns. */
  readonly maxColumns: number;
  /** Path and query. Node limits headers to 16 KiB. */
  readonly maxUrlBytes: number;
  /** Bytes that PostgreSQL assembles for one reply, embeds included. */
  readonly maxReplyBytes: number;
  readonly maxJsonDepth: number;
  readonly bodyBytes: number;
  /** `transaction` sets it locally. */
  readonly statementTimeoutMs: number;
  readonly maxPlans: number;
}

export const DEFAULT_LIMITS: RestLimits = {
  maxRows: 1_000,
  maxEmbedDepth: 6,
  maxEmbeds: 30,
  maxConditions: 200,
  maxColumns: 1_000,
  maxUrlBytes: 15_000,
  maxReplyBytes: 8_388_608,
  maxJsonDepth: MAX_JSON_DEPTH,
  bodyBytes: 1_048_576,
  statementTimeoutMs: 8_000,
  maxPlans: 500,
};

/** Settings of one transaction. Headers that carry secrets are left out. */
export interface RequestSettings {
  readonly "request.method": string;
  /** Relative to the mount point: `/goods`, `/rpc/add`. */
  readonly "request.path": string;
  /** JSON object, names in lower case. */
  readonly "request.headers": string;
}

export interface TransactionOptions {
  readonly readOnly: boolean;
  /** Set locally in the round trip of `begin`. */
  readonly statementTimeoutMs: number;
  /** Transaction settings under PostgREST's names. */
  readonly settings: RequestSettings;
}

/**
 * Runs `work` in one transaction as the caller and rolls back when it throws. `guard` limits the rows; null leaves that
 * to the database.
 */
export type RestTransaction = <T>(
  request: FastifyRequest,
  work: (client: pg.PoolClient, guard: RowGuard | null) => Promise<T>,
  options: TransactionOptions,
) => Promise<T>;

/** A host error (an invalid token, a rejected value of an encrypted column) in wire terms. */
export interface DescribedError {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details?: unknown;
  readonly hint?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RestOptions {
  readonly schema: string;
  /** Reached by `Accept-Profile`/`Content-Profile`; no embeds across schemas. */
  readonly extraSchemas?: readonly string[];
  /** Reads the catalogue; carries no caller's work. */
  readonly pool: pg.Pool;
  readonly transaction: RestTransaction;
  readonly codecs: readonly ColumnCodec[];
  /** The callers' database roles; `*` leaves out columns that none of them may select. Default: nothing is left out. */
  readonly roles?: readonly string[];
  readonly limits?: Partial<RestLimits>;
  /**
   * Lets `count=planned` and `count=estimated` use the planner for callers without a guard. Planner statistics include
   * rows that a policy hides, so only hosts whose unguarded callers see everything set it. Default false: both count
   * exactly.
   */
  readonly plannerCounts?: boolean;
  /** Honours `Prefer: tx=rollback` (a dry run). Default false. */
  readonly allowRollback?: boolean;
  /** A 42501 answers 401 to an anonymous caller, 403 to others. Default: nobody is anonymous. */
  isAnonymous?(request: FastifyRequest): boolean;
  /** Undefined for an error that the host does not know. */
  describeError?(error: unknown, request: FastifyRequest): DescribedError | undefined;
}
