// A field for the end of a hold: a typed time of day, or a proposed length.
import { useState } from "react";
import { formatClock, formatDay } from "#web/lib/dates.ts";
import { useNow } from "#web/lib/now.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { minutesUntil } from "../describe-door.ts";
import { type HoldEnd, type HoldEndFault, holdEndAfter, latestHoldEnd, readHoldEnd } from "../hold-end.ts";
import { doorOrderTexts as t } from "../texts/door-order.sv.ts";

const LENGTHS = [30, 60, 120, 240, 480, 720];
const FIRST_LENGTH = 60;

/** `at` is the end of a proposed length: a time of day could not express it in the night when the clock shows an hour twice. */
export interface ChosenEnd {
  text: string;
  at: number | null;
}

const ofLength = (minutes: number, now: number): ChosenEnd => {
  const at = holdEndAfter(minutes, now);
  return { text: formatClock(at), at };
};
export const firstEnd = (now: number): ChosenEnd => ofLength(FIRST_LENGTH, now);

export function endOf({ text, at }: ChosenEnd, now: number): HoldEnd | { fault: "passed" } {
  if (at === null) return readHoldEnd(text, now);
  return at > now ? { until: at } : { fault: "passed" };
}

interface HoldEndFieldProps {
  value: ChosenEnd;
  onChange: (value: ChosenEnd) => void;
  isTried: boolean;
}

export function HoldEndField({ value, onChange, isTried }: HoldEndFieldProps) {
  const now = useNow();
  // The proposals stay as they were first shown.
  const [shownAt] = useState(() => Date.now());
  const [isLeft, setLeft] = useState(false);
  const end = endOf(value, now);
  const isWrong = "fault" in end;
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label={t.until}
        inputMode="numeric"
        autoComplete="off"
        value={value.text}
        onChange={(text) => onChange({ text, at: null })}
        onBlur={() => setLeft(true)}
        inputClassName="tabular"
        hint={
          isWrong ? undefined : t.locksAt(named(end.until, now), minutesUntil(new Date(end.until).toISOString(), now))
        }
        errorMessage={isWrong && (isTried || isLeft) ? sentenceOf(end.fault, value.text, now) : undefined}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a second label for one field */}
      <div
        role="group"
        aria-label={t.lengths}
        className="grid grid-cols-[1.4fr_repeat(5,1fr)] gap-1 phone:grid-cols-3 phone:gap-1.5"
      >
        {LENGTHS.map((minutes) => {
          const proposed = ofLength(minutes, shownAt);
          const isChosen = proposed.at === value.at;
          return (
            <Button
              key={minutes}
              size="sm"
              aria-pressed={isChosen}
              aria-label={t.lengthUntil(minutes, proposed.text)}
              className={`px-0! ${isChosen ? "border-accent! bg-accent-soft! text-accent-ink forced-chosen forced-colors:bg-[Highlight]!" : ""}`}
              onPress={() => onChange(proposed)}
            >
              {t.length(minutes)}
            </Button>
          );
        })}
      </div>
    </div>
  );
}

/** Returns text such as "i dag 16:00": the day is always named, since a hold may last over midnight. */
function named(at: number, now: number): string {
  const clock = formatClock(at);
  return formatDay(at) === formatDay(now) ? words.today(clock) : t.tomorrow(clock);
}

function sentenceOf(fault: HoldEndFault | "passed", text: string, now: number): string {
  if (fault === "unreadable") return t.unreadable;
  if (fault === "skipped") return t.skipped(text.trim());
  return fault === "passed" ? t.passed : t.tooFar(named(latestHoldEnd(now), now));
}
