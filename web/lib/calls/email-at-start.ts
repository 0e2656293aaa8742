// Whose session the browser kept.
import { z } from "zod";
import { SESSION_KEY } from "./session-key.ts";

const storedSession = z.object({ user: z.object({ email: z.string() }) });

let email: string | null = null;

/** Before supabase-js starts: it removes a session that the server no longer knows, soon after. */
export function recordStoredEmail(): void {
  try {
    email = storedSession.parse(JSON.parse(localStorage.getItem(SESSION_KEY) ?? "")).user.email;
  } catch {
    email = null;
  }
}

export function emailAtStart(): string | null {
  return email;
}
