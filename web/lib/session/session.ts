// The session: person, role and organisation. supabase-js keeps and refreshes the tokens; this file adds the row of user_roles and
// publishes one state, decided by session-transitions.ts.

import type { Session as AuthSession } from "@supabase/auth-js";
import { z } from "zod";
import { roleSchema } from "#contract/roles.ts";
import { authClient, onRejected, RESTRICTING_CODES } from "#web/lib/calls/auth-client.ts";
import { authError, BackendError, isRetryable } from "#web/lib/calls/errors.ts";
import { oneRow } from "#web/lib/calls/one-row.ts";
import { readRow } from "#web/lib/calls/rows.ts";
import { SESSION_KEY } from "#web/lib/calls/session-key.ts";
import { createStore, useStore } from "#web/lib/store.ts";
import { errorTexts } from "#web/texts/errors.sv.ts";
import { endArrival } from "./arrival.ts";
import { adoptLanguage } from "./language.ts";
import { personLeft } from "./person-left.ts";
import { remainingStep } from "./remaining-step.ts";
import {
  FIRST_SESSION,
  type SessionEvent,
  type SessionState,
  type SignedIn,
  transition,
} from "./session-transitions.ts";

const ROLE_RETRY_MS = 3_000;
const RECHECK_PAUSE_MS = 5_000;
/** The account whose password this tab is recovering; kept over a reload. */
const RECOVERING_KEY = "portal.recovering";

const roleRowSchema = z.object({ role: roleSchema, organization_id: z.string().nullable() });

let session = FIRST_SESSION;

export const sessionState = createStore<SessionState>(session.state);

function dispatch(event: SessionEvent): void {
  const before = session.state;
  session = transition(session, event);
  if (session.state === before) return;
  if (session.state.status === "signed-out") {
    sessionStorage.removeItem(RECOVERING_KEY);
    personLeft();
  }
  sessionState.set(session.state);
}

/** Resolves when it is known whether somebody is signed in. */
export function sessionKnown(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = () => {
    if (sessionState.get().status === "loading") return;
    stop();
    resolve();
  };
  const stop = sessionState.subscribe(look);
  look();
  return promise;
}

export function useSession(): SessionState {
  return useStore(sessionState);
}

/** Returns the signed-in person, for components inside an area, whose guard ensures that there is one. */
export function useSignedIn(): SignedIn {
  const state = useSession();
  if (state.status === "signed-in") return state;
  if (state.status === "expired") return state.last;
  throw new Error("useSignedIn outside a guarded area");
}

/** Why a person was signed out again; the login page shows it once. */
export const roleProblem = createStore<string | null>(null);

/** The server's error while the session is still unknown: without it a first page would only show its spinner. */
export const startProblem = createStore<string | null>(null);

let roleTimer: ReturnType<typeof setTimeout> | undefined;

/** Starts listening to supabase-js. Call once, before the first render. */
export function startSession(): void {
  authClient.onAuthStateChange((event, found) => {
    // Done at once, before any request: no page of an area may appear for a moment.
    if (event === "PASSWORD_RECOVERY" && found) sessionStorage.setItem(RECOVERING_KEY, found.user.id);
    // Outside the callback: supabase-js holds its lock during the callback, and the role query needs that lock.
    setTimeout(() => void follow(found), 0);
  });
  onRejected((why) => {
    if (why === "ended") void recheck();
    else if (session.state.status === "signed-in") void followAgain();
  });
}

let rechecking = false;

/** Checks by a refresh whether the session lives. If not, the person signs in again on top of the page. */
async function recheck(): Promise<void> {
  const person = session.state;
  if (person.status !== "signed-in" || rechecking || session.isLeaving) return;
  rechecking = true;
  const { error } = await authClient.refreshSession();
  // Too many refreshes, or no answer, leave the session as it was.
  if (error !== null && !isRetryable(authError(error))) dispatch({ type: "refresh-refused", person });
  setTimeout(() => {
    rechecking = false;
  }, RECHECK_PAUSE_MS);
}

/** Handles every event of supabase-js. The role is read at each refresh too, so that a change applies without a reload. */
async function follow(found: AuthSession | null): Promise<void> {
  clearTimeout(roleTimer);
  if (!found) return dispatch({ type: "session-ended" });
  dispatch({ type: "session-found", userId: found.user.id });
  // supabase-js reports one sign-in twice (initial session, signed in).
  if (found.access_token === loadingFor) return;
  loadingFor = found.access_token;
  try {
    await loadRole(found);
  } finally {
    loadingFor = undefined;
  }
}

let loadingFor: string | undefined;

/** Keeps the guard on a step with one-time content, such as recovery codes; `false` releases it. */
export function holdSession(hold: boolean): void {
  dispatch({ type: "hold", on: hold });
  if (!hold) void followAgain();
}

async function followAgain(): Promise<void> {
  const { data } = await authClient.getSession();
  if (data.session) await follow(data.session);
}

async function loadRole(found: AuthSession): Promise<void> {
  const { id, email = "" } = found.user;
  try {
    const row = await readRow(roleRowSchema, oneRow(`user_roles?select=role,organization_id&user_id=eq.${id}`));
    startProblem.set(null);
    const person = { userId: id, email, role: row.role, organizationId: row.organization_id };
    await publish({ status: "signed-in", ...person }, found);
  } catch (error) {
    if (!(error instanceof BackendError)) throw error;
    if (RESTRICTING_CODES.includes(error.code)) await restrict(found, error.code);
    else if (isRetryable(error)) {
      // The state is kept. A missing answer is reported by the connection bar; an error answer says what is wrong.
      startProblem.set(error.status === 0 ? null : error.message);
      roleTimer = setTimeout(() => void loadRole(found), ROLE_RETRY_MS);
    } else {
      // An ended stored session is no fault: the sign-in page explains it (lib/session/return-address.ts).
      const endedBefore = error.status === 401 && session.state.status === "loading";
      if (!endedBefore) roleProblem.set(error.code === "PGRST116" ? errorTexts.roleMissing : error.message);
      // Refused, too; the refusal may say that the portal was restored.
      else await authClient.refreshSession();
      await signOut();
    }
  }
}

async function publish(person: SignedIn, found: AuthSession): Promise<void> {
  if (isRecovering(person.userId)) return restrict(found, null);
  // Reloads when the account's language differs.
  if (session.isHeld || adoptLanguage(found.user.user_metadata["language"])) return;
  dispatch({ type: "role-loaded", person });
}

/** Restricts the session to the remaining step. `refusal` null: only the recovery's new password is missing. Throws BackendError. */
async function restrict(
  { user: { id, email = "" }, access_token }: AuthSession,
  refusal: string | null,
): Promise<void> {
  // Fetched again, because a factor may have been added or removed since the token was issued.
  const { data, error } = await authClient.getUser(access_token);
  if (error) {
    const reason = authError(error);
    if (isRetryable(reason)) roleTimer = setTimeout(() => void followAgain(), ROLE_RETRY_MS);
    else if (session.state.status === "signed-in") await recheck();
    else if (session.state.status !== "expired") {
      roleProblem.set(errorTexts.signedOut);
      await signOut();
    }
    return;
  }
  const level = await authClient.mfa.getAuthenticatorAssuranceLevel();
  const step = remainingStep({
    refusal,
    hasFactor: (data.user.factors ?? []).some(isSecondFactor),
    factorShown: level.data?.currentLevel === "aal2",
    recovering: isRecovering(id),
  });
  if (step !== null) dispatch({ type: "step-required", userId: id, email, step });
}

/** Tells whether a factor is a second factor; recovery codes only replace another one. */
export function isSecondFactor(factor: { status: string; factor_type: string }): boolean {
  return factor.status === "verified" && factor.factor_type !== "recovery_code";
}

const isRecovering = (userId: string) => sessionStorage.getItem(RECOVERING_KEY) === userId;

/** Ends the state in which only a new password may be chosen. */
export function endRecovery(): void {
  sessionStorage.removeItem(RECOVERING_KEY);
  void followAgain();
}

/** Signs in. Throws BackendError whose message is the server's sentence (docs/requirements.md, section 8). */
export async function signIn(email: string, password: string): Promise<void> {
  const { error } = await authClient.signInWithPassword({ email, password });
  if (error) throw authError(error);
}

/** Signs out. After 401, 403 or 404 the session is gone. Without an answer it is removed too, for shared computers. */
export async function signOut(): Promise<void> {
  dispatch({ type: "leave", on: true });
  endArrival();
  try {
    const { error } = await authClient.signOut({ scope: "local" });
    if (error) localStorage.removeItem(SESSION_KEY);
    dispatch({ type: "signed-out" });
    // supabase-js sends its event a turn later, and the event must find the flag still set.
    await new Promise((resolve) => setTimeout(resolve, 0));
  } finally {
    dispatch({ type: "leave", on: false });
  }
}
