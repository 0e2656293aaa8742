// Opens a page of the portal as whoever is signed in, with its frame, router and session; the network alone is not there.
import { createBrowserHistory, createRouter, RouterProvider } from "@tanstack/react-router";
import { render } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import type { Role } from "#contract/roles.ts";
import type { SyncSummaryRow } from "#contract/tables/sync-status.ts";
import { Providers } from "#web/app/providers.tsx";
import { router } from "#web/app/router.tsx";
import { backend } from "#web/lib/calls/backend.ts";
import { sessionState, signOut, startSession } from "#web/lib/session/session.ts";
import { afterTest } from "./after-test.ts";
import { answerOtherwise, page } from "./network.ts";

const ORGANIZATION_ID = "00000000-0000-4000-8000-0000000000b1";

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

/** An installation with nothing in it: what is not said is not there. */
const EMPTY = {
  "GET /rest/v1/": page([]),
  "HEAD /rest/v1/": new Response(null, { headers: { "content-range": "*/0" } }),
  "POST /rest/v1/rpc/sync_summary": ALL_SYNCED,
  "POST /rest/v1/rpc/controller_states": [],
};

/** Gives the keyboard and pointer of the person. What the page asks is answered by `answerWith` before. */
export async function openPage(path: string, role: Role): Promise<UserEvent> {
  await signIn(role);
  answerOtherwise(EMPTY);
  await signedIn();
  history.replaceState({}, "", path);
  // Its own: the portal's one remembers the page of the test before.
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

async function signIn(role: Role): Promise<void> {
  const { id, email } = USERS[role];
  const user = {
    id,
    email,
    aud: "authenticated",
    role: "authenticated",
    phone: "",
    app_metadata: {},
    user_metadata: {},
    identities: [],
    factors: [],
    created_at: "2026-01-01T00:00:00Z",
    updated_at: "2026-01-01T00:00:00Z",
  };
  const tokens = { access_token: token(id), refresh_token: "refresh" };
  answerOtherwise({
    "GET /auth/v1/user": user,
    "POST /auth/v1/token\\?grant_type=password": { ...tokens, token_type: "bearer", expires_in: 3600, user },
    "POST /auth/v1/logout": new Response(null, { status: 204 }),
    "GET /rest/v1/user_roles\\?select=role%2Corganization_id": {
      role,
      organization_id: role === "org_admin" ? ORGANIZATION_ID : null,
    },
  });
  if (!started) startSession();
  started = true;
  afterTest(leave);
  const { error } = await backend.auth.setSession(tokens);
  if (error) throw error;
}

async function signedIn(): Promise<void> {
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

/** The next test begins with nobody, and knows nothing of what this one has fetched. */
async function leave(): Promise<void> {
  if (sessionState.get().status !== "signed-out") await signOut();
}

/** A token that nobody checks: no server is there. It ends in an hour. */
function token(sub: string): string {
  const part = (value: object) => btoa(JSON.stringify(value)).replaceAll("=", "");
  const now = Math.floor(Date.now() / 1000);
  const claims = { sub, aud: "authenticated", role: "authenticated", aal: "aal1", iat: now, exp: now + 3600 };
  return `${part({ alg: "none" })}.${part(claims)}.eA`;
}
