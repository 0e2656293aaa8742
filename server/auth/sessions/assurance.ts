import { hasVerifiedFactor } from "../users.ts";
import type { LiveSession } from "./sessions.ts";

/** Tells whether the account has a second factor that this session has not shown; until then only showing it is allowed. */
export function awaitsSecondFactor({ user, aal }: Pick<LiveSession, "user" | "aal">): boolean {
  return aal === "aal1" && hasVerifiedFactor(user);
}
