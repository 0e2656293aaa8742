import type { z } from "zod";
import type { ChangedPeople, endUserManager } from "#contract/functions/end-user-manager.ts";

export type BulkKind = "delete" | "off" | "on";
/** `restore`: a removal is undone. */
export type BulkOutcomeKind = BulkKind | "restore";
export type BulkRequest = z.input<(typeof endUserManager)["DELETE_MANY" | "UNDO_DELETE" | "SWITCH_MANY"]["input"]>;

export function requestOf(kind: BulkOutcomeKind, ids: string[], credentialIds?: string[]): BulkRequest {
  if (kind === "delete") return { action: "DELETE_MANY", ids };
  if (kind === "restore") return { action: "UNDO_DELETE", ids };
  return {
    action: "SWITCH_MANY",
    ids,
    enabled: kind === "on",
    ...(credentialIds !== undefined && { credential_ids: credentialIds }),
  };
}

const OPPOSITES = { delete: "restore", off: "on", on: "off" } as const;

export interface Undo {
  kind: BulkOutcomeKind;
  request: BulkRequest;
}

/** Returns the opposite operation, for exactly those that were removed or switched; null when there were none. */
export function undoOf(kind: BulkKind, { outcomes }: Pick<ChangedPeople, "outcomes">): Undo | null {
  const changed = outcomes.filter(({ refused, credential_ids }) =>
    kind === "delete" ? refused === null : credential_ids.length > 0,
  );
  if (changed.length === 0) return null;
  const ids = changed.map((outcome) => outcome.end_user_id);
  const credentialIds = changed.flatMap((outcome) => outcome.credential_ids);
  return { kind: OPPOSITES[kind], request: requestOf(OPPOSITES[kind], ids, credentialIds) };
}
