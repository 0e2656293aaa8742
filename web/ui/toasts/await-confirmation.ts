// A toast about a removal that waits for devices. It stays until every controller has confirmed, and then says when.
import type { PendingDevice } from "#contract/functions/end-user-manager.ts";
import { personDialogTexts as t } from "#web/features/people/texts/person-dialog.sv.ts";
import { confirmationOf, confirmedWords, takesAway, waitingWords } from "#web/lib/people/removal-words.ts";
import { readConfirmations } from "#web/lib/people/removals.ts";
import { toastUntil } from "./awaited-toast.ts";
import type { Act } from "./toast.tsx";

export interface AwaitedRemoval {
  act: Act;
  /** The completed action: "Borttagen i portalen." */
  done: string;
  pending: readonly PendingDevice[];
  name: string;
  onConfirmed: () => void;
}

/** Waits only for removals; a new right that waits is shown in its row. */
export function awaitConfirmation({ act, done, pending, name, onConfirmed }: AwaitedRemoval): void {
  const taken = pending.filter(takesAway);
  const sources = [...new Set(taken.map((device) => device.source_id))];
  toastUntil({
    act,
    title: taken.some(({ operation }) => operation === "removal") ? t.removalWaitsTitle : t.waitsTitle,
    text: `${done} ${waitingWords(pending)}`,
    onConfirmed,
    look: async (signal) => {
      const receipts = await readConfirmations(sources, signal);
      const confirmations = taken.map((device) => confirmationOf(device, receipts));
      const found = confirmations.filter((confirmation) => confirmation !== undefined);
      return found.length < taken.length ? null : confirmedWords(taken, found, { name, now: new Date() });
    },
  });
}
