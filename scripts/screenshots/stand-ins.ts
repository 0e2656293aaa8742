// Replies used instead of the demo's, for screens that a demo with people and doors never shows.
import type { Page } from "@playwright/test";
import { deviceErrors } from "#contract/errors/devices.ts";
import type { SearchEndUsersReply } from "#contract/functions/search-end-users.ts";
import type { FirstSteps } from "#contract/tables/first-steps.ts";
import type { SyncSummaryRow } from "#contract/tables/sync-status.ts";

export interface StandIn {
  /** Part of the address; the last match is used. */
  to: RegExp;
  method?: "GET" | "POST";
  status?: number;
  /** The reply; a function gets the server's reply. */
  json: unknown;
}

const NO_STEP: FirstSteps = {
  finished: false,
  opened_at: null,
  organizations: 0,
  organization: null,
  controllers: 0,
  controller: null,
  gates: 0,
  gates_offered: 0,
  doors: 0,
  doors_offered: 0,
  doors_ready: 0,
  doors_reporting: 0,
  doors_unnamed: 0,
  shown_doors: [],
  person: null,
};

const NOTHING_TO_SYNC: SyncSummaryRow = {
  synced: 0,
  pending: 0,
  pending_removal: 0,
  failed: 0,
  anything: false,
  away: 0,
  shut: 0,
  unreached: 0,
  paused: false,
};

const NOBODY: SearchEndUsersReply = { ids: [], matched: 0, matched_exact: true, total: 0, total_exact: true };

const FIRST_STEPS = /\/rpc\/first_steps/;

export const EMPTY_INSTALLATION: readonly StandIn[] = [
  // Everything except the signed-in person.
  { to: /\/rest\/v1\/(?!user_roles)/, method: "GET", json: [] },
  { to: /\/rpc\//, json: [] },
  { to: /\/rpc\/sync_summary/, json: NOTHING_TO_SYNC },
  { to: /\/rpc\/search_end_users/, json: NOBODY },
  { to: FIRST_STEPS, json: NO_STEP },
];

const ID = "00000000-0000-4000-8000-000000000001";

/** An organisation with a controller and doors, so that the second of its three steps is next. */
export const NEW_ORGANIZATION: readonly StandIn[] = [
  { to: /\/rpc\/sync_summary/, json: NOTHING_TO_SYNC },
  {
    to: FIRST_STEPS,
    json: {
      ...NO_STEP,
      organizations: 1,
      controllers: 1,
      controller: { id: ID, name: "Port A", device_type: "axis", answered_at: new Date().toISOString() },
      doors: 2,
      doors_offered: 2,
      doors_ready: 2,
      doors_reporting: 2,
      shown_doors: ["Entré A", "Soprum"].map((name, at) => ({
        id: ID.replace(/1$/, String(at + 2)),
        name,
        door_name: name,
        controller_id: ID,
        controller_name: "Port A",
        named: true,
      })),
    } satisfies FirstSteps,
  },
];

const tooOld = deviceErrors.device_tls_too_old();

export const OLD_TLS: readonly StandIn[] = [
  {
    to: /\/functions\/v1\/axis-proxy/,
    method: "POST",
    status: tooOld.status,
    json: { error: tooOld.sv, code: tooOld.code },
  },
];

export const SECOND_FACTOR_WITHOUT_CODES: readonly StandIn[] = [
  {
    to: /\/auth\/v1\/user/,
    method: "GET",
    json: (user: object) => ({
      ...user,
      factors: [
        {
          id: ID,
          friendly_name: "Telefonen",
          factor_type: "totp",
          status: "verified",
          created_at: "2026-11-21T12:00:00Z",
          updated_at: "2026-11-21T12:00:00Z",
        },
      ],
    }),
  },
  {
    to: /\/factors\/recovery-codes/,
    method: "GET",
    status: 404,
    json: { code: 404, error_code: "mfa_factor_not_found", msg: "no codes" },
  },
  {
    to: /\/factors\/recovery-codes/,
    method: "POST",
    json: { codes: Array.from({ length: 10 }, (_, at) => String(1_048_576_000 + at * 617_283_951).slice(0, 10)) },
  },
];

/** Shows the first door open without a code. */
export const FORCED_DOOR: readonly StandIn[] = [
  {
    to: /\/rest\/v1\/access_points/,
    method: "GET",
    json: ([first, ...others]: readonly { door_states?: object }[]) =>
      first?.door_states === undefined
        ? [first, ...others].filter(Boolean)
        : [{ ...first, door_holds: [], door_states: { ...first.door_states, ...forcedNow() } }, ...others],
  },
];

function forcedNow() {
  const now = new Date();
  const since = new Date(now.getTime() - 90_000).toISOString();
  return {
    mode: "locked",
    physical: "open",
    alarm: "forced",
    physical_since: since,
    alarm_since: since,
    read_at: now.toISOString(),
  };
}

/** Installs the replies; call it before the page is opened. */
export async function standIn(page: Page, replies: readonly StandIn[]): Promise<void> {
  for (const { to, method, status = 200, json } of replies) {
    await page.route(to, async (route) => {
      const asked = route.request().method();
      const isCount = method === "GET" && asked === "HEAD";
      if (method !== undefined && asked !== method && !isCount) return route.fallback();
      if (typeof json === "function") {
        if (isCount) return route.fallback();
        const response = await route.fetch();
        return route.fulfill({ response, json: json(await response.json()) });
      }
      return route.fulfill({ status, json, headers: { "content-range": "*/0" } });
    });
  }
}
