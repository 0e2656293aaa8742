// The steps of a fix, each with its time. Only the deciding yes has a green background: the device's, or at a gate the portal's.
import { Check, CircleCheck, CircleX, Clock } from "lucide-react";
import type { ReactNode } from "react";
import type { FixProgress } from "#contract/functions/apply-fix.ts";
import type { PassageSource } from "#contract/functions/explain-passage.ts";
import { cx } from "#web/lib/cx.ts";
import { formatClock } from "#web/lib/dates.ts";
import { Spinner } from "#web/ui/spinner.tsx";
import { fixWords } from "../cause-words.ts";
import { passageFixTexts as t } from "../texts/passage-fix.sv.ts";

export interface FixPlace {
  source: PassageSource;
  /** The person, or the plate. */
  who: string;
  /** The door, or the gate. */
  door: string;
  controller: string;
}

interface FixStepsProps {
  progress: FixProgress;
  place: Pick<FixPlace, "source" | "controller">;
}

export function FixSteps({ progress, place }: FixStepsProps) {
  const { saved_at, written_at } = progress;
  return (
    <ul className="border-t border-line">
      <Step time={saved_at}>{t.saved}</Step>
      {written_at !== null && <Step time={written_at}>{t.written(place.controller)}</Step>}
      <Answer progress={progress} place={place} />
    </ul>
  );
}

function Step({ time, children }: { time: string; children: ReactNode }) {
  return (
    <li className="flex items-center gap-3 px-3.5 py-1 text-small text-ink-2 first:pt-2.5">
      <Check aria-hidden size={15} className="shrink-0 text-ok" />
      <span className="min-w-0 flex-1">{children}</span>
      <time dateTime={time} className="tabular">
        {formatClock(time)}
      </time>
    </li>
  );
}

const GROUNDS = {
  ok: { ground: "bg-ok-soft text-ok-ink font-strong", icon: CircleCheck },
  fail: { ground: "bg-fail-soft text-fail-ink", icon: CircleX },
  wait: { ground: "bg-wait-soft text-wait-ink", icon: Clock },
} as const;

function Answer({ progress: { tried, untried, written_at, next }, place }: FixStepsProps) {
  const { opens, remains, deviceRefuses, stillRefused } = fixWords(place.source);
  if (tried?.granted) return <Ground tone="ok">{opens(formatClock(tried.at))}</Ground>;
  if (tried) {
    const [remaining] = next;
    const why = remaining ? remains[remaining.id] : tried.reason === null ? deviceRefuses : t.deviceSays(tried.reason);
    return <Ground tone="fail">{stillRefused(formatClock(tried.at), why)}</Ground>;
  }
  if (untried !== "waiting" && untried !== null) return <Ground tone="wait">{t.untried[untried]}</Ground>;
  if (written_at === null) return <Ground tone="wait">{t.waiting(place.controller)}</Ground>;
  return (
    <li className="flex items-center gap-3 px-3.5 pt-1 pb-2.5 text-small text-ink-2">
      <Spinner />
      {t.trying}
    </li>
  );
}

function Ground({ tone, children }: { tone: keyof typeof GROUNDS; children: ReactNode }) {
  const { ground, icon: Icon } = GROUNDS[tone];
  return (
    <li
      data-ground
      className={cx("mt-1.5 flex items-center gap-3 px-3.5 py-2.5 text-body phone:gap-2 phone:text-small", ground)}
    >
      <Icon aria-hidden size={16} className="shrink-0" />
      {children}
    </li>
  );
}
