// operations-status: how the installation is doing, for the page "Drift". System admins only; no word of any tenant.
import { z } from "zod";

export const operationsStatusReply = z.object({
  success: z.literal(true),
  version: z.string(),
  node: z.string(),
  postgres: z.string(),
  /** Migrations: what this server knows and what the database has. */
  schema: z.object({ code: z.number().int(), database: z.number().int() }),
  started_at: z.string(),
  database_bytes: z.number(),
  /** Where the server's data folder is; null when the system does not tell. */
  disk: z.object({ free: z.number(), total: z.number() }).nullable(),
  controllers: z.record(z.string(), z.number()),
  lanes: z.object({
    leased: z.number(),
    due: z.number(),
    paused: z.boolean(),
    running_here: z.number(),
    limit: z.number(),
  }),
  /** Ages in seconds; null = nothing waits. */
  copies: z.object({
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
  /** The pair that any gate's call may bring, and which gates brought it when; the newest first. */
  installation_webhook: z.object({
    enabled: z.boolean(),
    rotated_at: z.string().nullable(),
    previous_until: z.string().nullable(),
    gates: z.array(z.object({ id: z.uuid(), name: z.string(), used_at: z.string(), password: z.enum(["new", "old"]) })),
  }),
  /** The portal's own, as browsers meet it; null over plain http, or when it could not be asked. */
  certificate: z.object({ host: z.string(), valid_to: z.string() }).nullable(),
});
export type OperationsStatus = z.infer<typeof operationsStatusReply>;
