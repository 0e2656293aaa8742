// Who is signed in, with which role and in which organisation. supabase-js keeps and refreshes the tokens; this adds the
// row of user_roles and tells the page one state.

import type { Session } from "@supabase/auth-js";
import { z } from "zod";
import { type Role, roleSchema } from "#contract/roles.ts";
import { errorTexts } from "#web/texts/errors.ts";
import { backend, onRejected, RESTRICTING_CODES } from "./backend.ts";
import { authError, BackendError, isRetryable } from "./errors.ts";
import { adoptLanguage } from "./language.ts";
import { type RemainingStep, remainingStep } from "./remaining-step.ts";
import { readRow } from "./rows.ts";
import { SESSION_KEY } from "./session-key.ts";
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
  /** Signed in, but something must be done before the portal opens. */
  | { status: "restricted"; email: string; step: RemainingStep }
  /**
   * The page was open when the session ended by itself (`step` null: sign in again), or when the server began to ask for
   * more: it is done on top of what the person was doing.
   */
  | { status: "expired"; last: SignedIn; step: RemainingStep | null };

const ROLE_RETRY_MS = 3_000;
const RECHECK_PAUSE_MS = 5_000;
/** Whose password is being recovered in this tab; kept over a reload. */
const RECOVERING_KEY = "portal.recovering";

const roleRowSchema = z.object({ role: roleSchema, organization_id: z.string().nullable() });

export const sessionState = createStore<SessionState>({ status: "loading" });

/** Resolves when it is known who is there, if anybody. */
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
  backend.auth.onAuthStateChange((event, session) => {
    // Noted at once, before anything is asked of the server: no page of an area may flash by.
    if (event === "PASSWORD_RECOVERY" && session) sessionStorage.setItem(RECOVERING_KEY, session.user.id);
    // Out of the callback: supabase-js holds its lock while it calls us, and our role query needs that lock.
    setTimeout(() => void follow(session), 0);
  });
  onRejected((why) => {
    if (why === "ended") void recheck();
    else if (sessionState.get().status === "signed-in") void followAgain();
  });
}

let rechecking = false;

/** The server refused our token: a refresh decides whether the session lives. If not, the person signs in again on top. */
async function recheck(): Promise<void> {
  const before = sessionState.get();
  if (before.status !== "signed-in" || rechecking || signingOut) return;
  rechecking = true;
  const { error } = await backend.auth.refreshSession();
  const refused = error !== null && error.status !== undefined && error.status >= 400 && error.status < 500;
  if (refused && sessionState.get() === before) sessionState.set({ status: "expired", last: before, step: null });
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
    const last = personBefore(before);
    if (last) sessionState.set({ status: "expired", last, step: null });
    return;
  }
  const last = personBefore(before);
  if (last && last.userId !== session.user.id) clear();
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

let held = false;

/**
 * Keeps the guard from moving on while a step shows something that is shown once, such as recovery codes; `false` lets it
 * look again.
 */
export function holdSession(hold: boolean): void {
  held = hold;
  if (!hold) void followAgain();
}

/** Looks at the session anew, after something about it was changed. */
async function followAgain(): Promise<void> {
  const { data } = await backend.auth.getSession();
  if (data.session) await follow(data.session);
}

async function loadRole(session: Session): Promise<void> {
  const { id, email = "" } = session.user;
  try {
    const call = backend.from("user_roles").select("role, organization_id").eq("user_id", id).single();
    const row = await readRow(roleRowSchema, call);
    const person = { userId: id, email, role: row.role, organizationId: row.organization_id };
    await publish({ status: "signed-in", ...person }, session);
  } catch (error) {
    if (!(error instanceof BackendError)) throw error;
    if (RESTRICTING_CODES.includes(error.code)) await restrict(session, error.code);
    else if (isRetryable(error)) {
      // No contact: keep the state we have; the connection bar tells.
      roleTimer = setTimeout(() => void loadRole(session), ROLE_RETRY_MS);
    } else {
      roleProblem.set(error.code === "PGRST116" ? errorTexts.roleMissing : error.message);
      await signOut();
    }
  }
}

async function publish(next: SignedIn, session: Session): Promise<void> {
  if (isRecovering(next.userId)) return restrict(session, null);
  if (held) return;
  // A reload follows when the person's language is another one.
  if (adoptLanguage(session.user.user_metadata["language"])) return;
  change(next);
}

/** The same state once more is no news: what is typed into a step stays. */
function change(next: SessionState): void {
  if (JSON.stringify(sessionState.get()) !== JSON.stringify(next)) sessionState.set(next);
}

/** `refusal` null: only the recovery's new password is missing. Throws BackendError when the account cannot be asked for. */
async function restrict({ user: { id, email = "" }, access_token }: Session, refusal: string | null): Promise<void> {
  // Asked afresh: a factor may have been added or removed since the token was made.
  const { data, error } = await backend.auth.getUser(access_token);
  if (error) {
    if (isRetryable(authError(error))) roleTimer = setTimeout(() => void followAgain(), ROLE_RETRY_MS);
    return;
  }
  const level = await backend.auth.mfa.getAuthenticatorAssuranceLevel();
  const step = remainingStep({
    refusal,
    hasFactor: (data.user.factors ?? []).some(isSecondFactor),
    factorShown: level.data?.currentLevel === "aal2",
    recovering: isRecovering(id),
  });
  if (held || step === null) return;
  const last = personBefore(sessionState.get());
  change(last?.userId === id ? { status: "expired", last, step } : { status: "restricted", email, step });
}

/** Whether a factor lets somebody in: recovery codes only stand in for another one. */
export function isSecondFactor(factor: { status: string; factor_type: string }): boolean {
  return factor.status === "verified" && factor.factor_type !== "recovery_code";
}

const isRecovering = (userId: string) => sessionStorage.getItem(RECOVERING_KEY) === userId;

/** The new password is chosen; the session goes on. */
export function endRecovery(): void {
  sessionStorage.removeItem(RECOVERING_KEY);
  void followAgain();
}

/** Whose page is open. */
function personBefore(state: SessionState): SignedIn | null {
  if (state.status === "signed-in") return state;
  return state.status === "expired" ? state.last : null;
}

function clear(): void {
  sessionStorage.removeItem(RECOVERING_KEY);
  held = false;
  for (const drop of leavers) drop();
  sessionState.set({ status: "signed-out" });
}

/** Signs in by password. Throws BackendError whose message is the server's sentence (specification section 8). */
export async function signIn(email: string, password: string): Promise<void> {
  const { error } = await backend.auth.signInWithPassword({ email, password });
  if (error) throw authError(error);
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
  if (error) throw authError(error);
}
