import { z } from "zod";
import { type OpenSession, openSessionSchema } from "#contract/auth.ts";
import { callAuth, requireDone } from "#web/lib/calls/auth-call.ts";
import { authClient } from "#web/lib/calls/auth-client.ts";

/** Reads the open sessions, most recently used first. Throws BackendError. */
export async function readOpenSessions(signal?: AbortSignal): Promise<OpenSession[]> {
  return callAuth("/sessions", z.array(openSessionSchema), { signal });
}

/** Ends a session. Throws BackendError. */
export async function endSession(id: string): Promise<void> {
  await callAuth(`/sessions/${id}`, z.undefined(), { method: "DELETE" });
}

/** Ends every session but this one. Throws BackendError. */
export async function endOtherSessions(): Promise<void> {
  requireDone(await authClient.signOut({ scope: "others" }));
}
