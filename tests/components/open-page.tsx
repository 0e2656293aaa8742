// Opens a page of the portal as the signed-in person, with its frame, router and session; only the network is missing.
import { createBrowserHistory, createRouter, RouterProvider } from "@tanstack/react-router";
import { render, waitFor } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { expect } from "vitest";
import type { Session, User } from "#contract/auth.ts";
import type { Role } from "#contract/roles.ts";
import type { SyncSummaryRow } from "#contract/tables/sync-status.ts";
import { Providers } from "#web/app/providers.tsx";
import { router } from "#web/app/router.tsx";
import { authClient, fetchNoticing } from "#web/lib/calls/auth-client.ts";
import { sessionState, signOut, startSession } from "#web/lib/session/session.ts";
import { afterTest } from "./after-test.ts";
import { answerOtherwise, answerWith, json, page } from "./network.ts";

export const ORGANIZATION_ID = "00000000-0000-4000-8000-0000000000b1";

const USERS: Record<Role, { id: string; email: string }> = {
  system_admin: { id: "00000000-0000-4000-8000-0000000000a1", email: "system@test.example" },
  org_admin: { id: "00000000-0000-4000-8000-0000000000a2", email: "nord@test.example" },
};

let started = false;

const ALL_SYNCED: SyncSummaryRow = {
  synced: null,
  pending: 0,
  pending_removal: 0,
  failed: 0,
  anything: false,
  away: 0,
  shut: 0,
  unreached: 0,
  paused: false,
};

/** Answers of an empty installation, used unless a test sets others. */
const EMPTY = {
  "GET /rest/v1/": page([]),
  "HEAD /rest/v1/": new Response(null, { headers: { "content-range": "*/0" } }),
  "POST /rest/v1/rpc/sync_summary": ALL_SYNCED,
  "POST /rest/v1/rpc/controller_states": [],
  "POST /rest/v1/rpc/plates_to_correct": [],
  "POST /functions/v1/own-weekly-codes": { success: true, codes: [] },
  "GET /functions/v1/about": {
    success: true,
    version: "0.1.0",
    supported_until: null,
    support_contact: null,
    security_contact: null,
  },
  "POST /auth/v1/logout": new Response(null, { status: 204 }),
};

/** Opens a page and returns the person's keyboard and pointer. Call `answerWith` before. */
export async function openPage(path: string, role: Role): Promise<UserEvent> {
  await signIn(role);
  return openAt(path);
}

/** Opens a path as the signed-in person. Nobody is signed in unless `signIn` was called before. */
export async function openAt(path: string): Promise<UserEvent> {
  answerOtherwise(EMPTY);
  beginSession();
  history.replaceState({}, "", path);
  // A separate router, because the portal's remembers the page of the test before.
  const own = createRouter({ ...router.options, history: createBrowserHistory() });
  afterTest(() => own.history.destroy());
  await own.load();
  const user = userEvent.setup({ applyAccept: false });
  render(
    <Providers>
      <RouterProvider router={own} />
    </Providers>,
  );
  return user;
}

/** Returns the account as the server shows it. For another account, answer `GET /auth/v1/user` first. */
export function userOf(role: Role): User {
  return {
    ...USERS[role],
    aud: "authenticated",
    role: "authenticated",
    phone: "",
    app_metadata: { provider: "email", providers: ["email"], must_change_password: false, mfa_required: false },
    user_metadata: {},
    identities: [],
    factors: [],
    created_at: "2026-01-01T00:00:00Z",
    updated_at: "2026-01-01T00:00:00Z",
    is_anonymous: false,
  };
}

function answerRole(role: Role): void {
  answerWith({
    "GET /rest/v1/user_roles\\?select=role,organization_id": {
      role,
      organization_id: role === "org_admin" ? ORGANIZATION_ID : null,
    },
  });
}

const ENDED = { code: 403, error_code: "session_not_found", msg: "Session not found" };

/**
 * Ends the session. The page notices by a refused call and a failed renewal. The person's password starts a new session with the role
 * `now`. `refused` is the server's answer to the renewal.
 */
export async function endSession(role: Role, now: Role = role, refused = ENDED): Promise<void> {
  const user = userOf(role);
  answerRole(now);
  answerWith({
    "POST /auth/v1/token\\?grant_type=refresh_token": () => json(refused, refused.code),
    "POST /auth/v1/token\\?grant_type=password": () => sessionOf(user),
  });
  answerWith({ "GET /rest/v1/refused": json({ code: "session_ended", message: "Inloggningen har gått ut" }, 401) });
  // Repeated, because after a renewal the page requests no further one for a while.
  await waitFor(async () => {
    await fetchNoticing("/rest/v1/refused", {});
    expect(sessionState.get().status).toBe("expired");
  });
}

/** Signs in, for parts that call as the person. Call `show` after it. */
export async function signIn(role: Role): Promise<void> {
  const { id } = USERS[role];
  answerRole(role);
  answerOtherwise({ "GET /auth/v1/user": userOf(role), "POST /auth/v1/logout": new Response(null, { status: 204 }) });
  beginSession();
  const { error } = await authClient.setSession({ access_token: token(id), refresh_token: "refresh" });
  if (error) throw error;
  await new Promise<void>((resolve) => {
    const look = () => {
      if (sessionState.get().status !== "signed-in") return;
      stop();
      resolve();
    };
    const stop = sessionState.subscribe(look);
    look();
  });
}

function beginSession(): void {
  if (!started) startSession();
  started = true;
  afterTest(leave);
}

/** Signs out, so that the next test finds no signed-in person and no data of this test. */
async function leave(): Promise<void> {
  if (!["loading", "signed-out"].includes(sessionState.get().status)) await signOut();
}

/** Returns the server's answer to re-authentication, with the password or a second factor. */
export function sessionOf(user: User): Session & Record<string, unknown> {
  const expires_in = 3600;
  const expires_at = Math.floor(Date.now() / 1000) + expires_in;
  return { access_token: token(user.id), refresh_token: "new", token_type: "bearer", expires_in, expires_at, user };
}

/** Makes a token that nobody checks, because there is no server. It ends in an hour. */
function token(sub: string): string {
  const part = (value: object) => btoa(JSON.stringify(value)).replaceAll("=", "");
  const now = Math.floor(Date.now() / 1000);
  const claims = { sub, aud: "authenticated", role: "authenticated", aal: "aal1", iat: now, exp: now + 3600 };
  return `${part({ alg: "none" })}.${part(claims)}.eA`;
}

/** Signs in for the rest of the test, for a part that is shown without its page and fetches nothing of the person. */
export function signedInAs(role: Role): void {
  const before = sessionState.get();
  const { id: userId, email } = USERS[role];
  const organizationId = role === "org_admin" ? ORGANIZATION_ID : null;
  afterTest(() => sessionState.set(before));
  sessionState.set({ status: "signed-in", userId, email, role, organizationId });
}
