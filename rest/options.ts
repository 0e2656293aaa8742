/** What the host of `/rest/v1` supplies, and the limits it may change. */
import type { FastifyRequest } from "fastify";
import type pg from "pg";
import type { ColumnCodec } from "./codecs.ts";
import { MAX_JSON_DEPTH } from "./json-depth.ts";
import type { RowWall } from "./row-wall.ts";

export interface RestLimits {
  /** Most rows in one reply, and in each embedded list. */
  readonly maxRows: number;
  /** Most levels of embedding below the root. */
  readonly maxEmbedDepth: number;
  /** Most embeds in one request, all levels together. */
  readonly maxEmbeds: number;
  /** Most single conditions in one request, logic trees included. */
  readonly maxConditions: number;
  /** Most columns and order terms in one request, all levels together; PostgreSQL itself stops at 1,664 columns. */
  readonly maxColumns: number;
  /** Longest URL (path and query), bytes. Node's own header limit is 16 KiB. */
  readonly maxUrlBytes: number;
  /** Most bytes that PostgreSQL puts together for one reply, embeds of all levels included; each row counts with its bytes. */
  readonly maxReplyBytes: number;
  /** Deepest nesting of a JSON body. */
  readonly maxJsonDepth: number;
  /** Largest body, bytes. */
  readonly bodyBytes: number;
  /** Handed to `transaction`, which must set it locally. */
  readonly statementTimeoutMs: number;
  /** Most planned statements kept. */
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

/** Settings of one transaction by name, without a round trip of their own. Headers that carry secrets are not among them. */
export interface RequestSettings {
  readonly "request.method": string;
  /** Below the mount point: `/goods`, `/rpc/add`. */
  readonly "request.path": string;
  /** JSON object, names in lower case. */
  readonly "request.headers": string;
}

export interface TransactionOptions {
  readonly readOnly: boolean;
  /** `set local statement_timeout` in the same round trip as `begin`. */
  readonly statementTimeoutMs: number;
  /** What SQL may ask of the request, as PostgREST names it (`request.method` and so on): to be set for the transaction. */
  readonly settings: RequestSettings;
}

/**
 * Runs `work` in one transaction as the caller: begin, role and claims, work, commit; rolls back when `work` throws.
 * `wall`: the rows this caller may meet; null = all that the database shows.
 */
export type RestTransaction = <T>(
  request: FastifyRequest,
  work: (client: pg.PoolClient, wall: RowWall | null) => Promise<T>,
  options: TransactionOptions,
) => Promise<T>;

/** A host error (a token that is no good, a sealed column that refuses a value) in wire terms. */
export interface DescribedError {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details?: unknown;
  readonly hint?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RestOptions {
  /** The exposed schema. */
  readonly schema: string;
  /** Further schemas, reached by `Accept-Profile`/`Content-Profile`. No embeds across schemas. */
  readonly extraSchemas?: readonly string[];
  /** Reads the catalogue; carries no caller's work. */
  readonly pool: pg.Pool;
  readonly transaction: RestTransaction;
  readonly codecs: readonly ColumnCodec[];
  /** Database roles that callers may have: a column that none of them may select is left out of `*`. Default: nothing left out. */
  readonly roles?: readonly string[];
  readonly limits?: Partial<RestLimits>;
  /**
   * `count=planned` and `count=estimated` may ask PostgreSQL's planner for a caller without a wall. Its statistics know of every
   * row of a table, also of those that a policy hides, so this is for hosts whose callers without a wall see all. Default
   * false: both are counted from the rows that the caller may see, as `count=exact` is.
   */
  readonly plannerCounts?: boolean;
  /** Honour `Prefer: tx=rollback` (a dry run). Default false. */
  readonly allowRollback?: boolean;
  /** A 42501 answers 401 to an anonymous caller, 403 to others. Default: nobody is anonymous. */
  isAnonymous?(request: FastifyRequest): boolean;
  /** The host's own errors in wire terms; undefined for an error it does not know. */
  describeError?(error: unknown, request: FastifyRequest): DescribedError | undefined;
}
