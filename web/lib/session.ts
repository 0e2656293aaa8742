// Who is signed in, with which role and in which organisation. supabase-js keeps and refreshes the tokens; this adds the
// row of user_roles and tells the page one state.

import type { Session } from "@supabase/auth-js";
import { z } from "zod";
import { type Role, roleSchema } from "#contract/roles.ts";
import { errorTexts } from "../texts/errors.ts";
import { backend, onRejected, SESSION_KEY } from "./backend.ts";
import { BackendError, backendError, isRetryable } from "./errors.ts";
import { readRow } from "./rows.ts";
import { createStore, useStore } from "./store.ts";

export interface SignedIn {
  status: "signed-in";
  userId: string;
  email: string;
  role: Role;
  /** Null for system admins. */
  organizationId: string | null;
}

export type SessionState =
  | { status: "loading" }
  | SignedIn
  | { status: "signed-out" }
  /** Signed in, but the server lets nobody further than /auth/v1; `code` says why (contract/errors.ts). */
  | { status: "restricted"; email: string; code: string }
  /** The session ended by itself while the page was open: the person signs in again on top of what they were doing. */
  | { status: "expired"; last: SignedIn };

const ROLE_RETRY_MS = 3_000;
const RECHECK_PAUSE_MS = 5_000;
const RESTRICTING_CODES = ["password_change_required", "insufficient_aal"];

const roleRowSchema = z.object({ role: roleSchema, organization_id: z.string().nullable() });

export const sessionState = createStore<SessionState>({ status: "loading" });

/** The session state as a hook. */
export function useSession(): SessionState {
  return useStore(sessionState);
}

/** The signed-in person; for components inside an area, where the guard has made sure that there is one. */
export function useSignedIn(): SignedIn {
  const state = useSession();
  if (state.status === "signed-in") return state;
  if (state.status === "expired") return state.last;
  throw new Error("useSignedIn outside a guarded area");
}

/** Why a person who signed in was put out again; the login page shows it once. */
export const roleProblem = createStore<string | null>(null);

const leavers = new Set<() => void>();
let signingOut = false;
let roleTimer: ReturnType<typeof setTimeout> | undefined;

/** Calls `drop` whenever a person leaves or another takes their place: caches and figures that were theirs must go. */
export function onPersonLeft(drop: () => void): void {
  leavers.add(drop);
}

/** Starts listening to supabase-js. Call once, before the first render. */
export function startSession(): void {
  backend.auth.onAuthStateChange((_event, session) => {
    // Out of the callback: supabase-js holds its lock while it calls us, and our role query needs that lock.
    setTimeout(() => void follow(session), 0);
  });
  onRejected(() => void recheck());
}

let rechecking = false;

/** The server refused our token: a refresh decides whether the session lives. If not, the person signs in again on top. */
async function recheck(): Promise<void> {
  const before = sessionState.get();
  if (before.status !== "signed-in" || rechecking || signingOut) return;
  rechecking = true;
  const { error } = await backend.auth.refreshSession();
  const refused = error !== null && error.status !== undefined && error.status >= 400 && error.status < 500;
  if (refused && sessionState.get() === before) sessionState.set({ status: "expired", last: before });
  // One question in this time is enough, whatever the answer was.
  setTimeout(() => {
    rechecking = false;
  }, RECHECK_PAUSE_MS);
}

/** Every event leads here: the role is read anew at each refresh too, so that a changed one acts without a reload. */
async function follow(session: Session | null): Promise<void> {
  clearTimeout(roleTimer);
  const before = sessionState.get();
  if (!session) {
    if (signingOut || before.status === "loading" || before.status === "restricted") return clear();
    if (before.status === "signed-in") sessionState.set({ status: "expired", last: before });
    return;
  }
  const last = before.status === "expired" ? before.last : before;
  if (last.status === "signed-in" && last.userId !== session.user.id) clear();
  // supabase-js tells one sign-in twice (initial session, signed in); one look at the role is enough.
  if (session.access_token === loadingFor) return;
  loadingFor = session.access_token;
  try {
    await loadRole(session);
  } finally {
    loadingFor = undefined;
  }
}

let loadingFor: string | undefined;

async function loadRole(session: Session): Promise<void> {
  const { id, email = "" } = session.user;
  try {
    const call = backend.from("user_roles").select("role, organization_id").eq("user_id", id).single();
    const row = await readRow(roleRowSchema, call);
    publish({ status: "signed-in", userId: id, email, role: row.role, organizationId: row.organization_id });
  } catch (error) {
    if (!(error instanceof BackendError)) throw error;
    if (RESTRICTING_CODES.includes(error.code)) sessionState.set({ status: "restricted", email, code: error.code });
    else if (isRetryable(error)) {
      // No contact: keep the state we have; the connection bar tells.
      roleTimer = setTimeout(() => void loadRole(session), ROLE_RETRY_MS);
    } else {
      roleProblem.set(error.code === "PGRST116" ? errorTexts.roleMissing : error.message);
      await signOut();
    }
  }
}

function publish(next: SignedIn): void {
  const before = sessionState.get();
  const same = before.status === "signed-in" && JSON.stringify(before) === JSON.stringify(next);
  if (!same) sessionState.set(next);
}

function clear(): void {
  for (const drop of leavers) drop();
  sessionState.set({ status: "signed-out" });
}

/** Signs in by password. Throws BackendError whose message is the server's sentence (specification section 8). */
export async function signIn(email: string, password: string): Promise<void> {
  const { error } = await backend.auth.signInWithPassword({ email, password });
  if (!error) return;
  const status = error.status ?? 0;
  if (status === 0 || status >= 500) throw backendError(error, status);
  throw new BackendError(error.message, { code: error.code ?? "invalid_credentials", status, cause: error });
}

/**
 * Signs out on this device. 401, 403 and 404 mean that the session is gone already; where the server cannot be asked, the
 * stored session goes all the same, because a person who leaves a shared computer must be able to.
 */
export async function signOut(): Promise<void> {
  signingOut = true;
  try {
    const { error } = await backend.auth.signOut({ scope: "local" });
    if (error) localStorage.removeItem(SESSION_KEY);
    clear();
    // The event of supabase-js comes a turn later and must find the flag still set.
    await new Promise((resolve) => setTimeout(resolve, 0));
  } finally {
    signingOut = false;
  }
}

/** Asks for a reset link. The answer is the same for every address. Throws BackendError. */
export async function requestPasswordReset(email: string): Promise<void> {
  const { error } = await backend.auth.resetPasswordForEmail(email, { redirectTo: `${location.origin}/auth` });
  if (error) throw backendError(error, error.status ?? 0);
}
