// What Operations fetches of alerts, for the tests of this folder.
import type { AlertSettings } from "#contract/alerts.ts";
import type { AlertStatus } from "#contract/functions/alert-control.ts";

export const RECIPIENT = {
  user_id: "00000000-0000-4000-8000-0000000000a1",
  name: "Systemet",
  email: "system@test.example",
  mail: true,
} as const;

export const usualSettings: AlertSettings = {
  controller_offline_minutes: 15,
  revocation_pending_minutes: 15,
  denial_burst_count: 20,
  denial_burst_minutes: 10,
  backup_old_hours: 26,
  clock_skew_seconds: 60,
  certificate_days: 30,
  restart_count: 3,
  camera_percent: 10,
  repeat_hours: 24,
};

export const noAlerts: AlertStatus = {
  success: true,
  open: [],
  settings: usualSettings,
  recipients: [RECIPIENT],
  webhooks: [],
  deliveries: [],
  mail_configured: true,
};
