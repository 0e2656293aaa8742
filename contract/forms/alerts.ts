// The alerts' forms. Number fields are texts on the page: empty turns the alert off.
import { z } from "zod";
import { ALERT_LIMITS, ALERT_WEBHOOK_URL_MAX_LENGTH, type AlertLimit } from "../alerts.ts";
import { NAME_MAX_LENGTH } from "../limits.ts";
import { hostReadsOneWay } from "../plain-host.ts";
import { plainLine } from "../plain-line.ts";
import { formTexts } from "./texts.ts";

const OUTSIDE = formTexts.whole_number;
const OUTSIDE_OR_EMPTY = formTexts.whole_number_or_empty;

const within = (name: AlertLimit) => (text: string) => {
  const { min, max } = ALERT_LIMITS[name];
  return /^\d{1,6}$/.test(text) && Number(text) >= min && Number(text) <= max;
};
const needed = (name: AlertLimit) => z.string().trim().refine(within(name), OUTSIDE).transform(Number);
const optional = (name: AlertLimit) =>
  z
    .string()
    .trim()
    .refine((text) => text === "" || within(name)(text), OUTSIDE_OR_EMPTY)
    .transform((text) => (text === "" ? null : Number(text)));

export const alertSettingsForm = z.object({
  controller_offline_minutes: optional("controller_offline_minutes"),
  revocation_pending_minutes: optional("revocation_pending_minutes"),
  denial_burst_count: optional("denial_burst_count"),
  denial_burst_minutes: needed("denial_burst_minutes"),
  backup_old_hours: optional("backup_old_hours"),
  clock_skew_seconds: optional("clock_skew_seconds"),
  certificate_days: optional("certificate_days"),
  restart_count: optional("restart_count"),
  camera_percent: optional("camera_percent"),
  repeat_hours: optional("repeat_hours"),
  /** Ids of system admins who get alert emails. */
  with_mail: z.array(z.string()),
});
export type AlertSettingsForm = z.infer<typeof alertSettingsForm>;

const ADDRESS = formTexts.alert_address;

/** Checks only the shape of an address; the server checks the host at each post. */
function isWebhookAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return (protocol === "https:" || protocol === "http:") && username === "" && password === "" && hash === "";
}

export const alertWebhookForm = z.object({
  name: z.string().overwrite(plainLine).min(1, formTexts.name_missing).max(NAME_MAX_LENGTH, formTexts.name_long),
  url: z
    .string()
    .trim()
    .min(1, { error: formTexts.address_missing, abort: true })
    .max(ALERT_WEBHOOK_URL_MAX_LENGTH, { error: formTexts.alert_address_long, abort: true })
    .refine(isWebhookAddress, { error: ADDRESS, abort: true })
    .refine(hostReadsOneWay, formTexts.address_ambiguous),
});
export type AlertWebhookForm = z.infer<typeof alertWebhookForm>;
