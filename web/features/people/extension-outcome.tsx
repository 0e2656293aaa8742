// Reports people's extensions: how many or who and until when, who was refused and why, and an undo.
import type { ExtendResult, Extension } from "#contract/functions/end-user-manager.ts";
import { formatLongDay, formatNumber } from "#web/lib/dates.ts";
import { type Act, toastDone, toastError, toastFailure, toastUndoable } from "#web/ui/toasts/toast.tsx";
import { fullName, type Person } from "./person.ts";
import { bulkPeopleTexts as t } from "./texts/bulk-people.sv.ts";

const MOST_REFUSED = 5;

interface Outcome {
  act: Act;
  people: readonly Person[];
  reply: { results: ExtendResult[] };
  undo: (extensions: readonly Extension[]) => Promise<unknown>;
}

export function reportExtensions({ act, people, reply: { results }, undo }: Outcome): void {
  const extended = results.filter((result) => result.outcome === "extended");
  const refused = results.filter((result) => result.outcome === "refused");
  const ownerOf = (id: string) =>
    people.find((person) => person.credentials.some((credential) => credential.id === id));
  if (refused.length > 0)
    toastError(
      `${act}/refused`,
      <ul>
        {refused.slice(0, MOST_REFUSED).map(({ credential_id, error }) => {
          const owner = ownerOf(credential_id);
          return <li key={credential_id}>{t.refusedOne(owner ? fullName(owner) : credential_id, error)}</li>;
        })}
        {refused.length > MOST_REFUSED && <li>{t.more(formatNumber(refused.length - MOST_REFUSED))}</li>}
      </ul>,
      { title: t.refused(formatNumber(refused.length)) },
    );
  if (extended.length === 0) {
    if (refused.length === 0) toastDone(act, whyNothing(people, results));
    return;
  }
  const [first, ...others] = new Set(extended.map(({ credential_id }) => ownerOf(credential_id)));
  const way = {
    label: t.undo,
    onAction: () =>
      undo(extended).then(
        () => toastDone(act, t.extensionUndone),
        (error) => toastFailure(act, error),
      ),
  };
  if (first === undefined || others.length > 0)
    toastUndoable(act, t.extended(formatNumber(others.length + 1), others.length === 0), way);
  // The row, which had the old date, may have left its list.
  else toastUndoable(act, t.extendedOne(fullName(first)), way, t.validUntil(endsOf(extended)));
}

/** Returns why nothing was extended: while more than a period is left, an extension is not necessary. */
function whyNothing(people: readonly Person[], results: ExtendResult[]): string {
  const [person, ...others] = people;
  if (person === undefined || others.length > 0 || !results.some(({ outcome }) => outcome === "enough"))
    return t.nothingToExtend;
  return t.hasEnough(fullName(person));
}

/** Returns the ends, earliest first; a PIN and a vehicle may end on different days. */
function endsOf(extended: readonly Extension[]): string {
  const ends = extended.map(({ valid_to }) => valid_to).toSorted();
  return [...new Set(ends.map((end) => formatLongDay(end)))].join(", ");
}
