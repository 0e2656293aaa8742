// Alerts: kinds, thresholds and the webhook's body. The Swedish sentences are in alert-sentences.ts.
import { z } from "zod";
import { BACKUP_TROUBLES } from "./backups.ts";
import { CAMERA_RULES } from "./camera-health.ts";

/** In the page's order: alerts that leave somebody with access come first. */
export const ALERT_KINDS = [
  "revocation_pending",
  "door_not_relocked",
  "controller_offline",
  "restart_loop",
  "clock_skew",
  "pin_attempts",
  "denial_burst",
  "camera_copied",
  "camera_worse",
  "log_flooded",
  "hours_end",
  "certificate_ends",
  "portal_certificate",
  "backup_old",
] as const;
export const alertKindSchema = z.enum(ALERT_KINDS);
export type AlertKind = z.infer<typeof alertKindSchema>;

/** `reminder`: the alert is still open. `test`: "Skicka provlarm" was pressed. */
export const alertEventSchema = z.enum(["raised", "reminder", "cleared", "test"]);
export type AlertEvent = z.infer<typeof alertEventSchema>;

/** Defaults and ranges; the columns' checks have the same (database/migrations/0011_alerts.sql). */
export const ALERT_LIMITS = {
  controller_offline_minutes: { initial: 15, min: 1, max: 10_080 },
  revocation_pending_minutes: { initial: 15, min: 1, max: 10_080 },
  denial_burst_count: { initial: 20, min: 2, max: 10_000 },
  /** A sliding window, counted at each run. */
  denial_burst_minutes: { initial: 10, min: 1, max: 120 },
  /** A nightly back-up sometimes takes a few minutes more than 24 hours. */
  backup_old_hours: { initial: 26, min: 1, max: 8_760 },
  /** A wrong clock shifts the times in the door log and the validity on the device. At least a minute, since measuring takes seconds. */
  clock_skew_seconds: { initial: 60, min: 60, max: 86_400 },
  /** Leaves time to order a new certificate and send somebody there. */
  certificate_days: { initial: 30, min: 1, max: 365 },
  /** Restarts within RESTART_WINDOW_MINUTES. A firmware upgrade restarts a unit twice. */
  restart_count: { initial: 3, min: 2, max: 100 },
  /** Per cent of readings that are unread or unclear (contract/camera-health.ts). */
  camera_percent: { initial: CAMERA_RULES.worsePercent, min: 2, max: 100 },
  repeat_hours: { initial: 24, min: 1, max: 720 },
} as const;
export const RESTART_WINDOW_MINUTES = 60;
/** An event that arrives later than this is history: the controller was away, and the event tells nothing about its present state. */
export const FRESH_EVENT_SECONDS = 60;
export type AlertLimit = keyof typeof ALERT_LIMITS;

const limit = (name: AlertLimit) => z.number().int().min(ALERT_LIMITS[name].min).max(ALERT_LIMITS[name].max);

/** Null: no alert of that kind, or no reminder. */
export const alertSettingsSchema = z.object({
  controller_offline_minutes: limit("controller_offline_minutes").nullable(),
  revocation_pending_minutes: limit("revocation_pending_minutes").nullable(),
  denial_burst_count: limit("denial_burst_count").nullable(),
  denial_burst_minutes: limit("denial_burst_minutes"),
  backup_old_hours: limit("backup_old_hours").nullable(),
  clock_skew_seconds: limit("clock_skew_seconds").nullable(),
  certificate_days: limit("certificate_days").nullable(),
  restart_count: limit("restart_count").nullable(),
  camera_percent: limit("camera_percent").nullable(),
  repeat_hours: limit("repeat_hours").nullable(),
});
export type AlertSettings = z.infer<typeof alertSettingsSchema>;

/** Counts, codes and a gate's name; no plate and no person. */
export const alertDetailSchema = z.object({
  count: z.number().int().optional(),
  plates: z.number().int().optional(),
  minutes: z.number().int().optional(),
  /** clock_skew, in `minutes`. True: the clock is ahead; false: behind. */
  ahead: z.boolean().optional(),
  /** clock_skew: the clock had lost its time and wrote events of another year; it may be right again. */
  lost: z.boolean().optional(),
  /** clock_skew of a camera, in seconds, because a few seconds matter there. */
  seconds: z.number().int().optional(),
  /** certificate_ends, portal_certificate and hours_end: whole days left, 0 on the last; below 0 when it is over. */
  days: z.number().int().optional(),
  /** camera_worse: per cent of the newest days, 0–100. */
  unread: z.number().int().optional(),
  unclear: z.number().int().optional(),
  /** camera_copied: the gate whose account the camera has. */
  gate: z.string().optional(),
  cause: z.string().nullable().optional(),
  /** backup_old: no back-up was ever made. */
  never: z.boolean().optional(),
  /** backup_old: why the night's back-up could not be made. */
  trouble: z.enum(BACKUP_TROUBLES).optional().catch(undefined),
  /** backup_old: `trouble` concerns the copy in S3. */
  copy: z.boolean().optional(),
});
export type AlertDetail = z.infer<typeof alertDetailSchema>;

/**
 * After the last refused push, camera_copied ends after this time if the camera pushes with its own account, otherwise after the longer one
 * below.
 */
export const COPIED_CAMERA_RECOVERED_MINUTES = 10;
export const COPIED_CAMERA_SILENT_HOURS = 24;

/** log_flooded ends this long after the day's limit was last exceeded. */
export const FLOOD_HOURS = 24;

/** clock_skew of a clock that had lost its time ends this long after such an event was read. */
export const CLOCK_LOST_HOURS = 24;

export const ALERT_WEBHOOKS_MAX = 20;
export const ALERT_WEBHOOK_URL_MAX_LENGTH = 2_000;
/** Hours until a delivery is given up, visibly. */
export const ALERT_DELIVERY_HOURS = 24;

export const ALERT_SIGNATURE_HEADER = "portal-signature";
export const ALERT_DELIVERY_HEADER = "portal-delivery";
export const ALERT_EVENT_HEADER = "portal-event";

/** The body of a post. Fields may be added; none is renamed or removed. */
export const alertPostSchema = z.object({
  /** The id is the same at each attempt, so that a receiver can drop repeats. */
  id: z.uuid(),
  event: alertEventSchema,
  text: z.string(),
  portal: z.string(),
  created_at: z.string(),
  alert: z
    .object({
      id: z.uuid(),
      kind: alertKindSchema,
      controller: z.object({ id: z.uuid(), name: z.string() }).nullable(),
      /** Set for door_not_relocked. */
      door: z.object({ id: z.uuid(), name: z.string() }).nullable(),
      /** Set for pin_attempts: the organisation, or null for a system admin. */
      organization: z.object({ id: z.uuid(), name: z.string() }).nullable(),
      since: z.string(),
      raised_at: z.string(),
      cleared_at: z.string().nullable(),
      detail: alertDetailSchema,
    })
    .nullable(),
});
export type AlertPost = z.infer<typeof alertPostSchema>;
