// Reports a bulk operation: who was refused and why, what waits, and an undo.
import type { ChangedPeople } from "#contract/functions/end-user-manager.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { takesAway, waitingWords } from "#web/lib/people/removal-words.ts";
import { awaitConfirmation } from "#web/ui/toasts/await-confirmation.ts";
import { type Act, toastDone, toastError, toastFailure, toastSuccess, toastUndoable } from "#web/ui/toasts/toast.tsx";
import { type BulkKind, type BulkRequest, undoOf } from "./bulk-request.ts";
import { fullName, type Person } from "./person.ts";
import { bulkPeopleTexts as t } from "./texts/bulk-people.sv.ts";

const DONE = { delete: t.removed, off: t.switchedOff, on: t.switchedOn } as const;

interface Outcome {
  act: Act;
  kind: BulkKind;
  people: readonly Person[];
  reply: ChangedPeople;
  repeat: (request: BulkRequest) => Promise<ChangedPeople>;
  refresh: () => void;
  /** An undo has no undo of its own. */
  isUndo?: boolean;
}

export function reportBulk({ act, kind, people, reply, repeat, refresh, isUndo = false }: Outcome): void {
  const refused = reply.outcomes.filter((outcome) => outcome.refused !== null);
  const done = reply.outcomes.length - refused.length;
  if (refused.length > 0)
    toastError(`${act}/refused`, <Refused people={people} outcomes={refused} />, { title: title(refused.length) });
  if (done === 0) return;
  const words = DONE[kind](formatNumber(done), done === 1);
  const { pending } = reply;
  const undo = isUndo ? null : undoOf(kind, reply);
  // A removal is reported until the controller has confirmed it; a pending new right is shown in its row.
  if (pending.some(takesAway))
    awaitConfirmation({ act: `${act}/waits`, done: `${words}.`, pending, name: words, onConfirmed: refresh });
  else if (undo === null) {
    const waits = waitingWords(pending);
    if (waits === undefined) toastDone(act, words);
    else toastSuccess(act, waits, { title: words });
  }
  if (undo === null) return;
  const goBack = async () => {
    try {
      reportBulk({
        act,
        kind: kind === "off" ? "on" : "off",
        people,
        reply: await repeat(undo),
        repeat,
        refresh,
        isUndo: true,
      });
    } catch (error) {
      toastFailure(act, error);
    }
  };
  toastUndoable(act, words, { label: t.undo, onAction: () => void goBack() });
}

function title(count: number): string {
  return t.refused(formatNumber(count));
}

const MOST_REFUSED = 5;

function Refused({ people, outcomes }: { people: readonly Person[]; outcomes: ChangedPeople["outcomes"] }) {
  const more = outcomes.length - MOST_REFUSED;
  return (
    <ul>
      {outcomes.slice(0, MOST_REFUSED).map(({ end_user_id, refused }) => {
        const person = people.find(({ id }) => id === end_user_id);
        return <li key={end_user_id}>{t.refusedOne(person ? fullName(person) : end_user_id, refused?.error ?? "")}</li>;
      })}
      {more > 0 && <li>{t.more(formatNumber(more))}</li>}
    </ul>
  );
}
