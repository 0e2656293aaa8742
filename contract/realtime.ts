// The messages of /realtime/v1/websocket: supabase-js's Phoenix channels, limited to changes of the offered tables.
import { z } from "zod";

export const REALTIME_TABLES = ["access_logs", "door_events", "shared_door_events", "door_states"] as const;
export type RealtimeTable = (typeof REALTIME_TABLES)[number];
export const REALTIME_SCHEMA = "public";

export const changeEventSchema = z.enum(["*", "INSERT", "UPDATE", "DELETE"]);
export type ChangeEvent = z.infer<typeof changeEventSchema>;
export type ChangeType = Exclude<ChangeEvent, "*">;

/** One `.on('postgres_changes', …)`. `filter`: `column=operator.value` (server/realtime/filters.ts). */
export const changeRequestSchema = z.object({
  event: z.string().max(20),
  schema: z.string().max(63).nullish(),
  table: z.string().max(63).nullish(),
  filter: z.string().max(5000).nullish(),
  select: z.array(z.string().max(63)).max(50).nullish(),
});
export type ChangeRequest = z.infer<typeof changeRequestSchema>;

export const joinPayloadSchema = z.object({
  access_token: z.string().max(4096).nullish(),
  config: z.object({ postgres_changes: z.array(changeRequestSchema).max(20).nullish() }).nullish(),
});

export const accessTokenPayloadSchema = z.object({ access_token: z.string().max(4096).nullish() });

export interface ChangePayload {
  /** Ids, from the join's reply, of the requests that this change matches. */
  ids: number[];
  data: {
    schema: typeof REALTIME_SCHEMA;
    table: RealtimeTable;
    commit_timestamp: string;
    type: ChangeType;
    columns: { name: string; type: string }[];
    record?: Record<string, unknown>;
    old_record?: Record<string, unknown>;
    errors: string[] | null;
  };
}

export interface SystemPayload {
  extension: "postgres_changes" | "system";
  status: "ok" | "error";
  message: string;
  channel: string;
}
