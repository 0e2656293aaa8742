// Mails the people of an import their PINs, and says how it went for each.
import { Mail } from "lucide-react";
import { useState } from "react";
import { peopleImportTexts as texts } from "#web/features/people/texts/people-import.sv.ts";
import { errorSentence, isCancelled } from "#web/lib/calls/errors.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { Button } from "#web/ui/button.tsx";
import { Note } from "#web/ui/note.tsx";
import { Progress } from "#web/ui/progress.tsx";
import { mailImportedPins } from "../api.ts";
import { mailInChunks, outcomeCounts, type PinMails } from "../mail-pins.ts";

interface MailPinsProps {
  importId: string;
  /** People with an email address and a PIN. */
  people: readonly { id: string; name: string }[];
  /** Number of people with a PIN. */
  total: number;
}

const NONE: PinMails = new Map();

export function MailPins({ importId, people, total }: MailPinsProps) {
  const [results, setResults] = useState(NONE);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const counts = outcomeCounts(results);
  const isDone = results.size === people.length && counts.refused === 0;

  async function send(): Promise<void> {
    setSending(true);
    setProblem(null);
    try {
      await mailInChunks(
        people.map(({ id }) => id),
        (ids) => mailImportedPins(importId, ids),
        setResults,
      );
    } catch (error) {
      if (!isCancelled(error)) setProblem(errorSentence(error));
    } finally {
      setSending(false);
    }
  }

  return (
    <section className="flex flex-col items-start gap-3 text-small text-ink-2" aria-label={texts.mail}>
      <p>{texts.mailCount(formatNumber(people.length), formatNumber(total))}</p>
      {people.length > 0 && (
        // A repeat mails nobody twice.
        <Button icon={Mail} busy={isSending} onPress={() => void send()}>
          {texts.mail}
        </Button>
      )}
      {isSending && (
        <div className="w-full">
          <Progress label={texts.mailing} done={results.size} total={people.length} unit={texts.mailUnit} />
        </div>
      )}
      {problem !== null && (
        <Note tone="fail" role="alert" className="w-full">
          {problem}
        </Note>
      )}
      {!isSending && results.size > 0 && (
        <Note tone={isDone ? "ok" : "wait"} role="status" className="w-full">
          {counts.sent > 0 && <p>{texts.mailSent(formatNumber(counts.sent), counts.sent)}</p>}
          {counts.queued > 0 && <p>{texts.mailQueued(formatNumber(counts.queued), counts.queued)}</p>}
          {counts.repeated > 0 && <p>{texts.mailRepeated(formatNumber(counts.repeated), counts.repeated)}</p>}
          {counts.refused > 0 && <p>{texts.mailRefused(formatNumber(counts.refused), counts.refused)}</p>}
        </Note>
      )}
      {results.size > 0 && <Outcomes people={people} results={results} />}
    </section>
  );
}

/** Names each person with the outcome, those who got nothing first. */
function Outcomes({ people, results }: Pick<MailPinsProps, "people"> & { results: PinMails }) {
  const lines = people.flatMap(({ id, name }) => {
    const result = results.get(id);
    if (result === undefined) return [];
    const isRefused = result.outcome === "refused";
    return [{ id, name, isRefused, said: isRefused ? result.error : texts.mailOutcomes[result.outcome] }];
  });
  return (
    <div
      className="ring-focus max-h-60 w-full overflow-y-auto rounded-chip"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls the list
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a keyboard scrolls the list
      tabIndex={0}
      role="region"
      aria-label={texts.mailList}
    >
      <ul className="flex flex-col gap-0.5 wrap-anywhere">
        {lines
          .toSorted((a, b) => Number(b.isRefused) - Number(a.isRefused))
          .map(({ id, name, said }) => (
            <li key={id}>
              <span className="text-ink">{name}</span>: {said}
            </li>
          ))}
      </ul>
    </div>
  );
}
