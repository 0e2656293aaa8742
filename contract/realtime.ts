// What /realtime/v1/websocket says and takes: Phoenix channels as supabase-js speaks them, cut down to the changes of
// the tables that are offered.
import { z } from "zod";

export const REALTIME_TABLES = ["access_logs"] as const;
export type RealtimeTable = (typeof REALTIME_TABLES)[number];
export const REALTIME_SCHEMA = "public";

export const changeEventSchema = z.enum(["*", "INSERT", "UPDATE", "DELETE"]);
export type ChangeEvent = z.infer<typeof changeEventSchema>;
export type ChangeType = Exclude<ChangeEvent, "*">;

/** One `.on('postgres_changes', …)` of a channel. `filter`: `column=operator.value` (server/realtime/filters.ts). */
export const changeRequestSchema = z.object({
  event: z.string().max(20),
  schema: z.string().max(63).nullish(),
  table: z.string().max(63).nullish(),
  filter: z.string().max(5000).nullish(),
  select: z.array(z.string().max(63)).max(50).nullish(),
});
export type ChangeRequest = z.infer<typeof changeRequestSchema>;

/** Payload of `phx_join`. */
export const joinPayloadSchema = z.object({
  access_token: z.string().max(4096).nullish(),
  config: z.object({ postgres_changes: z.array(changeRequestSchema).max(20).nullish() }).nullish(),
});

/** Payload of `access_token`, which supabase-js sends whenever its session was refreshed. */
export const accessTokenPayloadSchema = z.object({ access_token: z.string().max(4096).nullish() });

/** Payload of a `postgres_changes` message. */
export interface ChangePayload {
  /** The ids that the join was answered with, of the requests that this change concerns. */
  ids: number[];
  data: {
    schema: typeof REALTIME_SCHEMA;
    table: RealtimeTable;
    commit_timestamp: string;
    type: ChangeType;
    columns: { name: string; type: string }[];
    /** Not of a deletion. */
    record?: Record<string, unknown>;
    /** Of an update and a deletion: the key only. */
    old_record?: Record<string, unknown>;
    errors: string[] | null;
  };
}

/** Payload of a `system` message. */
export interface SystemPayload {
  extension: "postgres_changes" | "system";
  status: "ok" | "error";
  message: string;
  channel: string;
}
