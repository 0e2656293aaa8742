// Finds the request that undoes a fix: from its reply or, on another day, from the link that still stands.
import type { ApplyFixRequest, FixProgress } from "#contract/functions/apply-fix.ts";
import type { PassageFix } from "#contract/functions/explain-passage.ts";

interface Fixed {
  /** The fix that was chosen since the drawer was opened. */
  fix: PassageFix | null;
  saved: Pick<FixProgress, "undo"> | null;
  isUndone: boolean;
}

/** Returns the request; null: nothing can be undone. */
export function takenBackBy(
  { fix, saved, isUndone }: Fixed,
  linkedId: string | null,
): Pick<ApplyFixRequest, "fix_id" | "undo"> | null {
  if (fix !== null) return saved?.undo ? { fix_id: fix.id, undo: saved.undo } : null;
  if (linkedId === null || isUndone) return null;
  return { fix_id: "add_alias", undo: { credential_id: linkedId } };
}
