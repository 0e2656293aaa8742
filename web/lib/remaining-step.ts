// What stands between a person who has signed in and the portal.

export type RemainingStep =
  /** The account has a second factor that this session has not shown. */
  | "challenge"
  /** The role demands a second factor and the account has none. */
  | "enrol"
  /** The password is temporary. */
  | "change-password"
  /** The person came by a recovery link, in order to choose a new password. */
  | "recover";

export interface Standing {
  /** Why the server refused the person's data; null when it did not. */
  refusal: string | null;
  /** A verified one, besides recovery codes. */
  hasFactor: boolean;
  /** Shown in this session. */
  factorShown: boolean;
  /** This browser tab redeemed a recovery link, and no password has been chosen since. */
  recovering: boolean;
}

/**
 * The next step, or null: the portal is open. The second factor comes first, because neither a temporary password nor a
 * recovery link may be used to get past it.
 */
export function remainingStep({ refusal, hasFactor, factorShown, recovering }: Standing): RemainingStep | null {
  if ((refusal !== null || recovering) && hasFactor && !factorShown) return "challenge";
  if (recovering) return "recover";
  if (refusal === "password_change_required") return "change-password";
  return refusal === null ? null : "enrol";
}
