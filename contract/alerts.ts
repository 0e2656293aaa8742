// Alerts: what may be wrong with the installation, when it counts, and what a receiver is posted. The Swedish sentences of
// mail, webhook and page stand in alert-sentences.ts.
import { z } from "zod";

/** In the order of the page: what keeps somebody in who should be out comes first. */
export const ALERT_KINDS = [
  "revocation_pending",
  "controller_offline",
  "pin_attempts",
  "denial_burst",
  "backup_old",
] as const;
export const alertKindSchema = z.enum(ALERT_KINDS);
export type AlertKind = z.infer<typeof alertKindSchema>;

/** `reminder`: it still stands. `test`: somebody pressed "Skicka provlarm". */
export const alertEventSchema = z.enum(["raised", "reminder", "cleared", "test"]);
export type AlertEvent = z.infer<typeof alertEventSchema>;

/** Defaults, and what a system admin may choose; the columns' checks say the same (database/migrations/0072_alerts.sql). */
export const ALERT_LIMITS = {
  /** Minutes that a controller may fail before somebody is told. */
  controller_offline_minutes: { initial: 15, min: 1, max: 10_080 },
  /** Minutes that a removal may wait to be proved on a device. */
  revocation_pending_minutes: { initial: 15, min: 1, max: 10_080 },
  /** Refused passages at one gate within denial_burst_minutes. */
  denial_burst_count: { initial: 20, min: 2, max: 10_000 },
  /** At most so many: the window is counted anew at each look. */
  denial_burst_minutes: { initial: 10, min: 1, max: 120 },
  /** Hours; a back-up every night takes some minutes more than 24 now and then. */
  backup_old_hours: { initial: 26, min: 1, max: 8_760 },
  /** Hours until an alert that stands is told again. */
  repeat_hours: { initial: 24, min: 1, max: 720 },
} as const;
export type AlertLimit = keyof typeof ALERT_LIMITS;

const limit = (name: AlertLimit) => z.number().int().min(ALERT_LIMITS[name].min).max(ALERT_LIMITS[name].max);

/** Null: no alert of that kind, or no reminder. */
export const alertSettingsSchema = z.object({
  controller_offline_minutes: limit("controller_offline_minutes").nullable(),
  revocation_pending_minutes: limit("revocation_pending_minutes").nullable(),
  denial_burst_count: limit("denial_burst_count").nullable(),
  denial_burst_minutes: limit("denial_burst_minutes"),
  backup_old_hours: limit("backup_old_hours").nullable(),
  repeat_hours: limit("repeat_hours").nullable(),
});
export type AlertSettings = z.infer<typeof alertSettingsSchema>;

/** Counts and codes beside the kind; no plate and no person. */
export const alertDetailSchema = z.object({
  /** revocation_pending: copies that wait. denial_burst: refused passages. */
  count: z.number().int().optional(),
  /** denial_burst: how many different plates. */
  plates: z.number().int().optional(),
  /** denial_burst: within so many minutes. */
  minutes: z.number().int().optional(),
  /** Why the controller fails, as Synkstatus says it; codes may be added. */
  cause: z.string().nullable().optional(),
  /** backup_old: nobody has ever made one. */
  never: z.boolean().optional(),
});
export type AlertDetail = z.infer<typeof alertDetailSchema>;

export const ALERT_WEBHOOKS_MAX = 20;
export const ALERT_WEBHOOK_URL_MAX_LENGTH = 2_000;
/** Hours that a delivery is tried before it is given up, visibly. */
export const ALERT_DELIVERY_HOURS = 24;

/** `portal-signature: t=<seconds since 1970>,v1=<hex HMAC-SHA256 of "<t>.<body>">`; see docs/alerts.md. */
export const ALERT_SIGNATURE_HEADER = "portal-signature";
export const ALERT_DELIVERY_HEADER = "portal-delivery";
export const ALERT_EVENT_HEADER = "portal-event";

/** The body of a post. Fields may be added; none is renamed or removed. */
export const alertPostSchema = z.object({
  /** The same at each try. */
  id: z.uuid(),
  event: alertEventSchema,
  /** One or two Swedish sentences; chat programs show this field by itself. */
  text: z.string(),
  /** Where the portal is. */
  portal: z.string(),
  created_at: z.string(),
  /** Null in a test. */
  alert: z
    .object({
      id: z.uuid(),
      kind: alertKindSchema,
      /** Null: it concerns no controller. */
      controller: z.object({ id: z.uuid(), name: z.string() }).nullable(),
      /** pin_attempts: the organisation, or null for a system admin. */
      organization: z.object({ id: z.uuid(), name: z.string() }).nullable(),
      since: z.string(),
      raised_at: z.string(),
      cleared_at: z.string().nullable(),
      detail: alertDetailSchema,
    })
    .nullable(),
});
export type AlertPost = z.infer<typeof alertPostSchema>;
