// What is reported of several people's extensions: how many, who was refused and why, and a way back.
import type { ExtendReply, Extension } from "#contract/functions/end-user-manager.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { bulkPeopleTexts as t } from "#web/texts/bulk-people.ts";
import { toastDone, toastError, toastFailure, toastUndoable } from "#web/ui/toasts/toast.tsx";
import { fullName, type Person } from "./person.ts";

interface Outcome {
  people: readonly Person[];
  reply: Pick<ExtendReply, "results">;
  undo: (extensions: readonly Extension[]) => Promise<unknown>;
}

export function reportExtensions({ people, reply: { results }, undo }: Outcome): void {
  const extended = results.filter((result) => result.outcome === "extended");
  const refused = results.filter((result) => result.outcome === "refused");
  const ownerOf = (id: string) =>
    people.find((person) => person.credentials.some((credential) => credential.id === id));
  if (refused.length > 0)
    toastError(
      <ul>
        {refused.map(({ credential_id, error }) => {
          const owner = ownerOf(credential_id);
          return <li key={credential_id}>{t.refusedOne(owner ? fullName(owner) : credential_id, error)}</li>;
        })}
      </ul>,
      { title: t.refused(formatNumber(refused.length)) },
    );
  if (extended.length === 0) {
    if (refused.length === 0) toastDone(t.nothingToExtend);
    return;
  }
  const reached = new Set(extended.map(({ credential_id }) => ownerOf(credential_id)?.id)).size;
  const goBack = () => void undo(extended).then(() => toastDone(t.extensionUndone), toastFailure);
  toastUndoable(t.extended(formatNumber(reached), reached === 1), { label: t.undo, onAction: goBack });
}
