// Builds the part of supabase-js that signs in, and sends calls as the signed-in person.
import { AuthClient } from "@supabase/auth-js";
import { recordStoredEmail } from "./email-at-start.ts";
import { trackedFetch } from "./network-state.ts";
import { SESSION_KEY } from "./session-key.ts";

/** Identifies the portal to the server and carries no rights. */
export const API_KEY = "portal";

recordStoredEmail();

export const authClient = new AuthClient({
  url: `${location.origin}/auth/v1`,
  headers: { apikey: API_KEY, Authorization: `Bearer ${API_KEY}` },
  storageKey: SESSION_KEY,
  autoRefreshToken: true,
  persistSession: true,
  detectSessionInUrl: true,
  flowType: "pkce",
  experimental: { recoveryCodes: true },
  fetch: fetchSession,
});

const RESTORED_KEY = "portal.restored";

/** Returns the server's sentence when a restore has ended this browser's session, in each of its tabs; null otherwise. */
export function restoreNotice(): string | null {
  return localStorage.getItem(RESTORED_KEY);
}

/** Keeps the sentence before supabase-js removes the refused session, until somebody signs in. */
async function fetchSession(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await trackedFetch(input, init);
  if (!/\/token\?/.test(input instanceof Request ? input.url : String(input))) return response;
  if (response.ok) localStorage.removeItem(RESTORED_KEY);
  else {
    const { error_code: code, msg } = await fieldsOf(response);
    if (code === "session_restored" && typeof msg === "string") localStorage.setItem(RESTORED_KEY, msg);
  }
  return response;
}

/** Returns the bearer of every call: the person's token, refreshed when about to expire, or the anonymous key. */
export async function bearer(): Promise<string> {
  const { data } = await authClient.getSession();
  return data.session?.access_token ?? API_KEY;
}

/** Fetches with the session's token, or with the API key alone while nobody is signed in. */
export async function fetchAsPerson(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const headers = new Headers(init?.headers);
  headers.set("apikey", API_KEY);
  headers.set("Authorization", `Bearer ${await bearer()}`);
  return fetchNoticing(input, { ...init, headers });
}

/** "ended": 401, the session may have ended elsewhere. "restricted": 403, the server requires another step. */
export type Rejection = "ended" | "restricted";

export const RESTRICTING_CODES: readonly string[] = ["password_change_required", "insufficient_aal"];

const rejectedListeners = new Set<(why: Rejection) => void>();

/** Calls the listener whenever the server refuses a call because of the session. */
export function onRejected(listener: (why: Rejection) => void): void {
  rejectedListeners.add(listener);
}

/** Fetches, and tells the listeners when the session has ended or is restricted. */
export async function fetchNoticing(input: RequestInfo | URL, init: RequestInit): Promise<Response> {
  const response = await trackedFetch(input, init);
  const why = response.status === 401 ? "ended" : response.status === 403 ? await restriction(response) : null;
  if (why !== null) for (const listener of rejectedListeners) listener(why);
  return response;
}

async function restriction(response: Response): Promise<Rejection | null> {
  const { code } = await fieldsOf(response);
  return typeof code === "string" && RESTRICTING_CODES.includes(code) ? "restricted" : null;
}

async function fieldsOf(response: Response): Promise<Record<string, unknown>> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return typeof body === "object" && body !== null ? { ...body } : {};
}
