// Calls about another tenant's schedules for the tenant matrix, in this order: what, body, and the sign of its success.
import type { TenantIds } from "#tests/support/tenant-world.ts";

type Call = [what: string, body: { action: string; [field: string]: unknown }, sign?: string];

const DONE = '"success":true';

export function scheduleCalls(there: TenantIds & { readonly marker: string }): Call[] {
  const owned = { organization_id: there.organization, name: there.marker };
  const hours = [{ weekday: 1, from: 360, to: 1320, anchor: "2026-11-23" }];
  const days = [{ holiday: "public_holidays", from: null, until: null, hours: [] }];
  const { schedule, calendar } = there;
  return [
    ["lists the schedules there", { action: "LIST" }],
    ["changes a schedule there", { action: "SAVE", ...owned, id: schedule, hours, calendars: [calendar] }, DONE],
    ["changes a calendar there", { action: "SAVE_CALENDAR", ...owned, id: calendar, days }, DONE],
    ["removes a schedule there", { action: "REMOVE", id: schedule }, DONE],
    ["removes a calendar there", { action: "REMOVE_CALENDAR", id: calendar }, DONE],
  ];
}
