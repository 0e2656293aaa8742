import type { z } from "zod";
import type { ChangedPeople, endUserManager } from "#contract/functions/end-user-manager.ts";

export type BulkKind = "delete" | "off" | "on";
export type BulkRequest = z.input<(typeof endUserManager)["DELETE_MANY" | "SWITCH_MANY"]["input"]>;

export function requestOf(kind: BulkKind, ids: string[], credentialIds?: string[]): BulkRequest {
  if (kind === "delete") return { action: "DELETE_MANY", ids };
  return {
    action: "SWITCH_MANY",
    ids,
    enabled: kind === "on",
    ...(credentialIds !== undefined && { credential_ids: credentialIds }),
  };
}

/** Returns the opposite operation, for exactly those that were switched; null when none were, or nothing can be undone. */
export function undoOf(kind: BulkKind, { outcomes }: Pick<ChangedPeople, "outcomes">): BulkRequest | null {
  if (kind === "delete") return null;
  const switched = outcomes.filter((outcome) => outcome.credential_ids.length > 0);
  if (switched.length === 0) return null;
  const ids = switched.map((outcome) => outcome.end_user_id);
  return requestOf(
    kind === "off" ? "on" : "off",
    ids,
    switched.flatMap((outcome) => outcome.credential_ids),
  );
}
