import type { FastifyRequest } from "fastify";
import type pg from "pg";
import type { ColumnCodec } from "./codecs.ts";
import { MAX_JSON_DEPTH } from "./json-depth.ts";
import type { RowGuard } from "./row-guard.ts";

export interface RestLimits {
  /** Limit per reply and per embedded list. */
  readonly maxRows: number;
  readonly maxEmbedDepth: number;
  readonly maxEmbeds: number;
  readonly maxConditions: number;
  /** PostgreSQL itself stops at 1,664 columns. */
  readonly maxColumns: number;
  /** Path and query. Node limits the headers, which include the URL, to 16 KiB unless the host changes that. */
  readonly maxUrlBytes: number;
  readonly maxReplyBytes: number;
  readonly maxJsonDepth: number;
  readonly bodyBytes: number;
  /** Rows of one call that writes a codec column. */
  readonly maxEncodedRows: number;
  /** `transaction` sets this limit locally. */
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
  maxEncodedRows: 1_000,
  statementTimeoutMs: 8_000,
  maxPlans: 500,
};

export interface RequestSettings {
  readonly "request.method": string;
  readonly "request.path": string;
  readonly "request.headers": string;
}

export interface TransactionOptions {
  readonly readOnly: boolean;
  readonly statementTimeoutMs: number;
  readonly settings: RequestSettings;
}

/** Runs one transaction as the caller. `guard` limits the rows; null leaves that to the database. */
export type RestTransaction = <T>(
  request: FastifyRequest,
  work: (client: pg.PoolClient, guard: RowGuard | null) => Promise<T>,
  options: TransactionOptions,
) => Promise<T>;

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
  /** Selected by `Accept-Profile`/`Content-Profile`; no embeds across schemas. */
  readonly extraSchemas?: readonly string[];
  readonly pool: pg.Pool;
  readonly transaction: RestTransaction;
  readonly codecs: readonly ColumnCodec[];
  /** `*` leaves out columns that none of these roles may select. Default: all readable. */
  readonly roles?: readonly string[];
  readonly limits?: Partial<RestLimits>;
  /** Only for hosts whose unguarded callers see everything: planner statistics include rows hidden by policies. */
  readonly plannerCounts?: boolean;
  /** Throws for a caller who may not call anything, before the body is read. Default: everybody may. */
  admit?(request: FastifyRequest): void;
  /** Honours `Prefer: tx=rollback`. Default: false. */
  readonly allowRollback?: boolean;
  /** A 42501 answers 401 to anonymous callers, else 403. Default: nobody. */
  isAnonymous?(request: FastifyRequest): boolean;
  describeError?(error: unknown, request: FastifyRequest): DescribedError | undefined;
}
