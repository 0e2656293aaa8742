// Rows of Synkstatus's functions (database/reconcile/sync-status.function.sql).
import { z } from "zod";
import { oneRowOf, rowsOf } from "../define-sql-call.ts";
import { deviceTypeSchema, syncStateSchema } from "../devices.ts";

export const controllerStates = rowsOf("controller_states", {
  controller_id: z.uuid(),
  name: z.string(),
  device_type: deviceTypeSchema,
  /** `paused`: switched off. `offline`: the last attempt failed. `untested`: it has never answered. */
  state: z.enum(["online", "offline", "paused", "untested"]),
  /** Code of a driver's error; for a gate also macro_refused. */
  last_error: z.string().nullable(),
  last_contact: z.string().nullable(),
  attempts: z.number().int(),
  next_try_at: z.string().nullable(),
  /** A controller worker is writing to the controller now. */
  working: z.boolean(),
  last_full_at: z.string().nullable(),
  /** Pending replicas. */
  waiting: z.coerce.number(),
  /** When all controller workers were paused; null while they run. */
  workers_paused_at: z.string().nullable(),
  /** The controller is not known to be away, but has not answered within its interval. */
  unreached: z.boolean(),
});
export type ControllerState = z.infer<typeof controllerStates.row>;

export const syncSummary = oneRowOf("sync_summary", {
  synced: z.union([z.number(), z.null()]),
  pending: z.coerce.number(),
  pending_removal: z.coerce.number(),
  failed: z.coerce.number(),
  /** At least one entry is, or should be, on a device. */
  anything: z.boolean(),
  /** Controllers that do not answer. */
  away: z.coerce.number(),
  /** Gates that did not open at the latest passage. */
  shut: z.coerce.number(),
  /** Controllers that have not answered within their interval. */
  unreached: z.coerce.number(),
  /** All controller workers are paused. */
  paused: z.boolean(),
});
export type SyncSummaryRow = z.infer<typeof syncSummary.reply>;

export const syncQueue = rowsOf("sync_queue", {
  controller_id: z.uuid(),
  controller_name: z.string(),
  controller_error: z.string().nullable(),
  controller_state: z.enum(["online", "offline", "paused"]),
  working: z.boolean(),
  source_id: z.uuid(),
  source_kind: z.enum(["credential", "weekly_code", "direct"]),
  /** Null when the person is gone, and for weekly codes and people of one controller. */
  end_user_id: z.uuid().nullable(),
  organization_name: z.string().nullable(),
  label: z.string(),
  desired: z.boolean(),
  state: syncStateSchema,
  last_error: z.string().nullable(),
  attempts: z.number().int(),
  next_try_at: z.string(),
  synced_at: z.string().nullable(),
  since: z.string().nullable(),
  total: z.union([z.number(), z.null()]),
  /** True for a plate on a gate's own list, false for a PIN. */
  plate: z.boolean(),
  /** The device holds the PIN suspended until then. */
  suspended_until: z.string().nullable(),
});
export type SyncQueueRow = z.infer<typeof syncQueue.row>;
