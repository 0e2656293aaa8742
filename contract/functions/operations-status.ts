// operations-status: the installation's health, for the page Operations. System admins only; no tenant data.
import { z } from "zod";
import { onlyAction, type ReplyOf } from "../define-action.ts";
import { TLS_SOURCES, tlsTroubleSchema } from "../portal-certificate.ts";
import { rowId } from "../row-id.ts";

export const operationsStatus = onlyAction("operations-status", z.object({}), {
  version: z.string(),
  node: z.string(),
  postgres: z.string(),
  /** Migrations that this server and the database have. */
  schema: z.object({ code: z.number().int(), database: z.number().int() }),
  started_at: z.string(),
  database_bytes: z.number(),
  /** Space of the data folder; null where the system does not report it. */
  disk: z.object({ free: z.number(), total: z.number() }).nullable(),
  controllers: z.record(z.string(), z.number()),
  workers: z.object({
    leased: z.number(),
    due: z.number(),
    paused: z.boolean(),
    running_here: z.number(),
    limit: z.number(),
  }),
  /** Ages in seconds; null: nothing waits. */
  replicas: z.object({
    pending: z.number(),
    failed: z.number(),
    oldest: z.number().nullable(),
    removals: z.number(),
    oldest_removal: z.number().nullable(),
  }),
  mail: z.object({
    configured: z.boolean(),
    queued: z.number(),
    oldest: z.number().nullable(),
    failed_day: z.number(),
  }),
  backup: z.object({ taken_at: z.string(), bytes: z.number(), rows: z.number(), file_name: z.string() }).nullable(),
  /** The credentials that any gate may use, and the gates that used them; newest first. */
  installation_webhook: z.object({
    enabled: z.boolean(),
    rotated_at: z.string().nullable(),
    previous_until: z.string().nullable(),
    gates: z.array(z.object({ id: rowId, name: z.string(), used_at: z.string(), password: z.enum(["new", "old"]) })),
  }),
  /** Refused gate calls that belong to no gate, by cause, newest first; `gate`: the one that the latest named. */
  refused_calls: z.array(
    z.object({
      cause: z.string(),
      calls: z.number(),
      last_at: z.string(),
      address: z.string().nullable(),
      gate: z.string().nullable(),
    }),
  ),
  /** The certificate that browsers see; null over plain http or when it could not be read. */
  certificate: z.object({ host: z.string(), valid_to: z.string() }).nullable(),
  tls: z.object({
    source: z.enum(TLS_SOURCES),
    /** Names and end of the certificate that this server speaks TLS with; none behind a proxy. */
    names: z.array(z.string()),
    valid_to: z.string().nullable(),
    /** Why the newest certificate files are not in use. */
    trouble: tlsTroubleSchema.nullable(),
    redirect_port: z.number().nullable(),
    /** The authority of the installation's own certificates, which browsers must trust. */
    authority: z.object({ sha256: z.string(), valid_to: z.string() }).nullable(),
    /** Other machines reach the portal without TLS, and nothing says that a proxy encrypts. */
    plain_outside: z.boolean(),
  }),
});
export type OperationsStatus = ReplyOf<typeof operationsStatus>;
