// Remembers the email of the session that the browser had stored.
import { z } from "zod";
import { SESSION_KEY } from "./session-key.ts";

const storedSession = z.object({ user: z.object({ email: z.string() }) });

let email: string | null = null;

/** Records the email before supabase-js starts, which soon removes a session that the server no longer knows. */
export function recordStoredEmail(): void {
  try {
    email = storedSession.parse(JSON.parse(localStorage.getItem(SESSION_KEY) ?? "")).user.email;
  } catch {
    email = null;
  }
}

/** Returns the address; null when the browser had no session. */
export function emailAtStart(): string | null {
  return email;
}
