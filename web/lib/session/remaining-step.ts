export type RemainingStep =
  /** "challenge": the account has a second factor that this session has not shown. */
  "challenge" | "enrol" | "change-password" | "recover";

export interface Standing {
  /** Why the server refused access to the person's data, or null. */
  refusal: string | null;
  hasFactor: boolean;
  factorShown: boolean;
  /** True when this tab has redeemed a recovery link and no password has been chosen since. */
  recovering: boolean;
}

/** Returns the step. The second factor comes first: neither a temporary password nor a recovery link bypasses it. */
export function remainingStep({ refusal, hasFactor, factorShown, recovering }: Standing): RemainingStep | null {
  if ((refusal !== null || recovering) && hasFactor && !factorShown) return "challenge";
  if (recovering) return "recover";
  if (refusal === "password_change_required") return "change-password";
  return refusal === null ? null : "enrol";
}
