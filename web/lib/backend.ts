// supabase-js, put together from its own parts: sign-in and table calls here, realtime in realtime.ts when a page needs it.
// createClient would bring storage, functions and the websocket to the login page, a third of all its JavaScript; what goes
// over the wire is the same.
import { AuthClient } from "@supabase/auth-js";
import { PostgrestClient } from "@supabase/postgrest-js";
import { trackedFetch } from "./network-state.ts";

/** Names the portal to the server and carries no rights. */
export const API_KEY = "portal";
/** Where the tokens are kept in localStorage. */
export const SESSION_KEY = "portal.session";

const auth = new AuthClient({
  url: `${location.origin}/auth/v1`,
  headers: { apikey: API_KEY, Authorization: `Bearer ${API_KEY}` },
  storageKey: SESSION_KEY,
  autoRefreshToken: true,
  persistSession: true,
  detectSessionInUrl: true,
  flowType: "pkce",
  fetch: trackedFetch,
});

const tables = new PostgrestClient(`${location.origin}/rest/v1`, { fetch: fetchAsPerson });

export const backend = {
  /** Sessions, password, factors: the auth client itself. */
  auth,
  /** A table call: `backend.from("organizations").select("id, name")…`; end it with a reader of rows.ts. */
  from: (table: string) => tables.from(table),
  /** A database function: `backend.rpc("search_end_users", { … })`. */
  rpc: (name: string, args: Record<string, unknown>) => tables.rpc(name, args),
};

/** The bearer of every call: the person's token, refreshed when it is about to end, or the key for nobody. */
export async function bearer(): Promise<string> {
  const { data } = await auth.getSession();
  return data.session?.access_token ?? API_KEY;
}

async function fetchAsPerson(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const headers = new Headers(init?.headers);
  headers.set("apikey", API_KEY);
  headers.set("Authorization", `Bearer ${await bearer()}`);
  return fetchNoticing(input, { ...init, headers });
}

const rejectedListeners = new Set<() => void>();

/** Calls `listener` whenever the server answers 401 to a person's token: the session may have been ended elsewhere. */
export function onRejected(listener: () => void): void {
  rejectedListeners.add(listener);
}

/** trackedFetch that tells onRejected's listeners about a 401. */
export async function fetchNoticing(input: RequestInfo | URL, init: RequestInit): Promise<Response> {
  const response = await trackedFetch(input, init);
  if (response.status === 401) for (const listener of rejectedListeners) listener();
  return response;
}
