// Leads from a refusal to the act that resolves it, where that act stands elsewhere. refusal-leads.test.ts lists every refusal.
import { ownWord } from "#contract/own-word.ts";
import { FunctionError } from "#web/lib/calls/errors.ts";
import { refusalLeadTexts as t } from "#web/texts/refusal-leads.sv.ts";

export interface Lead {
  label: string;
  href: string;
}

type Params = Readonly<Record<string, unknown>>;
interface Ends {
  label: string | ((params: Params) => string);
  /** The part of the address after the area; undefined where the role has no such page. */
  system: string | ((params: Params) => string) | undefined;
  org: string | ((params: Params) => string) | undefined;
}

const account = { label: t.toAccount, system: "account", org: "account" };
const controllers = { label: t.toControllers, system: "controllers", org: undefined };
const syncStatus = { label: t.toSync, system: "sync", org: undefined };

export const LEADS: Readonly<Record<string, Ends>> = {
  device_shares_system: {
    label: ({ controller }) => t.removeController(String(controller)),
    system: ({ controller_id: id }) => `controllers?remove=${String(id)}`,
    org: undefined,
  },
  device_serial_changed: syncStatus,
  device_refused_change: syncStatus,
  sync_paused: syncStatus,
  doors_paused: syncStatus,
  own_password_elsewhere: account,
  own_factors_elsewhere: account,
  last_system_admin: { label: t.addSystemAdmin, system: "admins?add=1", org: undefined },
  weekly_code_elsewhere: { label: t.toWeeklyCodes, system: "controllers?weekly-codes=1", org: undefined },
  end_user_elsewhere: { label: t.toEndUsers, system: "end-users", org: undefined },
  removal_final: { label: t.addEndUser, system: "end-users?add=1", org: "end-users?add=1" },
  person_without_email: { label: t.toPerson, system: personAt, org: personAt },
  gate_not_set_up: {
    label: t.toGate,
    system: ({ gate_id: id }) => `controllers?controller=${String(id)}`,
    org: undefined,
  },
  gate_off: controllers,
  door_off: controllers,
  image_off: controllers,
  database_full: { label: t.toOperations, system: "operations", org: undefined },
};

function personAt({ person_id: id }: Params): string {
  return `end-users?person=${String(id)}`;
}

/** Returns the lead of a refusal in the area that is shown; null when there is none. */
export function leadOf(error: unknown): Lead | null {
  if (!(error instanceof FunctionError)) return null;
  const { reason, params } = replyOf(error.cause);
  const lead = ownWord(LEADS, reason);
  const area = location.pathname.startsWith("/org-admin") ? "org" : "system";
  const place = lead?.[area];
  if (lead === undefined || place === undefined) return null;
  const made = (part: string | ((params: Params) => string)) => (typeof part === "string" ? part : part(params));
  return { label: made(lead.label), href: `/${area}-admin/${made(place)}` };
}

function replyOf(body: unknown): { reason: string; params: Params } {
  const { reason, params }: { reason?: unknown; params?: unknown } = Object(body);
  return { reason: String(reason), params: Object(params) };
}

/** Opens the page of the lead. Toasts are drawn outside the router, which follows the browser's own history. */
export function follow({ href }: Lead): void {
  history.pushState({}, "", href);
}
