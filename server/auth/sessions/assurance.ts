// Whether a session has shown all that its account asks for.

import { hasVerifiedFactor } from "../users.ts";
import type { LiveSession } from "./sessions.ts";

/** The account has a second factor that this session has not shown: nothing but that factor is open to it. */
export function awaitsSecondFactor({ user, aal }: Pick<LiveSession, "user" | "aal">): boolean {
  return aal === "aal1" && hasVerifiedFactor(user);
}
