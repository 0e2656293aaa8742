// The toast of what waits stays until every controller has confirmed that it is gone, and then says when.
import type { PendingDevice } from "#contract/functions/end-user-manager.ts";
import { onPersonLeft } from "#web/lib/session.ts";
import { personDialogTexts as t } from "#web/texts/person-dialog.ts";
import { toastConfirmed, toastWaiting } from "#web/ui/toast.tsx";
import { readConfirmations } from "./api/get-removals.ts";
import { confirmationOf, confirmedWords, takesAway, waitingWords } from "./removal-words.ts";

const ASK_EVERY_MS = 3_000;

const running = new Set<() => void>();
onPersonLeft(() => {
  for (const stop of running) stop();
});

export interface Awaited {
  /** What was done in the portal: "Borttagen i portalen." */
  done: string;
  pending: readonly PendingDevice[];
  name: string;
  onConfirmed: () => void;
}

/** Only what was taken away is awaited; a new right that waits is shown by its row. */
export function awaitConfirmation({ done, pending, name, onConfirmed }: Awaited): void {
  const taken = pending.filter(takesAway);
  const sources = [...new Set(taken.map((device) => device.source_id))];
  const id = `confirmation ${sources.join(" ")} ${Date.now()}`;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
    running.delete(stop);
  };
  const ask = () => {
    timer = setTimeout(() => void look(), ASK_EVERY_MS);
  };

  async function look(): Promise<void> {
    // A failed call confirms nothing either way.
    const receipts = await readConfirmations(sources).catch(() => []);
    if (timer === undefined) return;
    const confirmations = taken.map((device) => confirmationOf(device, receipts));
    const left = taken.filter((_device, index) => confirmations[index] === undefined);
    if (left.length > 0) return ask();
    stop();
    const words = confirmedWords(
      taken,
      confirmations.filter((confirmation) => confirmation !== undefined),
      { name, now: new Date() },
    );
    toastConfirmed(id, words);
    onConfirmed();
  }

  running.add(stop);
  toastWaiting(id, {
    title: taken.some(({ operation }) => operation === "removal") ? t.removalWaitsTitle : t.waitsTitle,
    text: `${done} ${waitingWords(pending)}`,
    onClose: stop,
  });
  ask();
}
