// Reports a bulk operation: who was refused and why, what waits, and an undo.
import type { ChangedPeople } from "#contract/functions/end-user-manager.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { takesAway, waitingWords } from "#web/lib/people/removal-words.ts";
import { awaitConfirmation } from "#web/ui/toasts/await-confirmation.ts";
import { type Act, toastDone, toastError, toastFailure, toastSuccess, toastUndoable } from "#web/ui/toasts/toast.tsx";
import { type BulkKind, type BulkOutcomeKind, type BulkRequest, type Undo, undoOf } from "./bulk-request.ts";
import { fullName, type Person } from "./person.ts";
import { bulkPeopleTexts as t } from "./texts/bulk-people.sv.ts";

const DONE = { delete: t.removed, restore: t.restored, off: t.switchedOff, on: t.switchedOn } as const;

interface Change {
  act: Act;
  people: readonly Person[];
  repeat: (requests: readonly BulkRequest[]) => Promise<ChangedPeople>;
  refresh: () => void;
}

interface Outcome extends Change {
  kind: BulkKind;
  reply: ChangedPeople;
}

/** Reports an operation, with an undo for those whom it changed. */
export function reportBulk({ kind, reply, ...change }: Outcome): void {
  const undo = undoOf(kind, reply);
  reportOutcome(change, { kind, reply, hasUndo: undo !== null });
  if (undo !== null) offerUndo(change, undo, DONE[kind](formatNumber(doneOf(reply)), doneOf(reply) === 1));
}

/** Offers the undo of an operation that has been done; an undo has no undo of its own. */
export function offerUndo(change: Change, { kind, requests }: Undo, done: string, text?: string): void {
  const goBack = async () => {
    try {
      reportOutcome(change, { kind, reply: await change.repeat(requests), hasUndo: false });
    } catch (error) {
      toastFailure(change.act, error);
    }
  };
  toastUndoable(change.act, done, { label: t.undo, onAction: goBack }, text);
}

const doneOf = ({ outcomes }: ChangedPeople) => outcomes.filter(({ refused }) => refused === null).length;

interface Reply {
  kind: BulkOutcomeKind;
  reply: ChangedPeople;
  hasUndo: boolean;
}

/** Names the refused people. Also says what was done, unless the message with the undo does. */
function reportOutcome({ act, people, refresh }: Change, { kind, reply, hasUndo }: Reply): void {
  const refused = reply.outcomes.filter((outcome) => outcome.refused !== null);
  const done = doneOf(reply);
  if (refused.length > 0)
    toastError(`${act}/refused`, <Refused people={people} outcomes={refused} />, { title: title(refused.length) });
  if (done === 0) return;
  const words = DONE[kind](formatNumber(done), done === 1);
  const { pending } = reply;
  // A removal is reported until the controller has confirmed it; a pending new right is shown in its row.
  if (pending.some(takesAway))
    awaitConfirmation({ act: `${act}/waits`, done: `${words}.`, pending, name: words, onConfirmed: refresh });
  else if (!hasUndo) {
    const waits = waitingWords(pending);
    if (waits === undefined) toastDone(act, words);
    else toastSuccess(act, waits, { title: words });
  }
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
