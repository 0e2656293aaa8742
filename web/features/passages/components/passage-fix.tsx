// Shows the fix of a refusal: its effect, then the button, then the progress.
import { useEffect, useRef } from "react";
import type { PassageFix as Fix, PassageExplanation, PassageSource } from "#contract/functions/explain-passage.ts";
import { formatLongDay, formatNumber } from "#web/lib/dates.ts";
import { useIsPhone } from "#web/lib/media.ts";
import { Button } from "#web/ui/button.tsx";
import { RetryNote } from "#web/ui/note.tsx";
import { Pill } from "#web/ui/pill.tsx";
import { causeWords, fixWords } from "../cause-words.ts";
import { passageExplanationTexts } from "../texts/passage-explanation.sv.ts";
import { passageFixTexts as t } from "../texts/passage-fix.sv.ts";
import type { FixState } from "../use-fix.ts";
import { type FixPlace, FixSteps } from "./fix-steps.tsx";
import { Part } from "./part.tsx";

/** Returns the fix that can be pressed now; null while one is in progress or none is left. */
export function offeredFix(explanation: PassageExplanation, { fix, progress }: FixState): Fix | null {
  if (fix !== null && progress === null) return fix;
  if (progress === null) return explanation.fixes[0] ?? null;
  const opensNot = progress.tried?.granted === false || progress.untried === "absent";
  return opensNot ? (progress.next[0] ?? null) : null;
}

interface Shown {
  explanation: PassageExplanation;
  place: FixPlace;
  state: FixState;
}

export function PassageFix({ explanation, place, state }: Shown) {
  const offered = offeredFix(explanation, state);
  const { fix, progress, error, isTrying, isUndone } = state;
  const card = useRef<HTMLDivElement>(null);
  const isSaved = progress !== null;
  // The pressed button is gone, so the focus moves to its outcome.
  useEffect(() => {
    if (isSaved) card.current?.focus();
  }, [isSaved]);
  const step = [progress?.written_at, progress?.untried, progress?.tried?.at].join();
  useEffect(() => {
    if (step !== "") card.current?.scrollIntoView({ block: "nearest" });
  }, [step]);
  const isFixed = progress?.tried?.granted === true;
  return (
    <Part title={passageExplanationTexts.fix} aside={isFixed && <Pill tone="ok">{t.fixed}</Pill>}>
      {progress === null && offered === null ? (
        <Sentence explanation={explanation} source={place.source} />
      ) : (
        <div className="flex flex-col gap-3 has-[[role=status]:empty]:gap-0">
          <div role="status" aria-atomic="false">
            {progress !== null && fix !== null && (
              <div ref={card} tabIndex={-1} className="overflow-hidden rounded-card border border-line outline-none">
                <Effect fix={fix} place={place} />
                <FixSteps progress={progress} place={place} />
              </div>
            )}
          </div>
          {isAskable(state) && (
            <Button size="sm" className="self-start" busy={isTrying} onPress={state.tryAgain}>
              {t.tryAgain}
            </Button>
          )}
          {offered !== null && <Offered fix={offered} place={place} state={state} />}
        </div>
      )}
      <p role="status" className="sr-only">
        {isUndone ? t.undone : ""}
      </p>
      {error !== null && (
        <RetryNote role="alert" className="mt-3" onRetry={() => retry(state)}>
          {t.failed}. {error}
        </RetryNote>
      )}
    </Part>
  );
}

function retry({ progress, fix, tryAgain, apply, takeBack }: FixState): void {
  if (progress !== null) tryAgain();
  else if (fix !== null) apply(fix);
  else takeBack();
}

function isAskable({ progress }: FixState): boolean {
  return progress?.untried === "unreachable" || progress?.untried === "limited";
}

function Offered({ fix, place, state }: { fix: Fix; place: FixPlace; state: FixState }) {
  const isPhone = useIsPhone();
  return (
    <div className="rounded-card border border-line">
      <Effect fix={fix} place={place} />
      {!isPhone && (
        <div className="border-t border-line p-3.5">
          <FixButton fix={fix} state={state} source={place.source} />
        </div>
      )}
    </div>
  );
}

interface FixButtonProps {
  fix: Fix;
  state: FixState;
  source: PassageSource;
  wide?: boolean;
}

export function FixButton({ fix, state, source, wide }: FixButtonProps) {
  return (
    <Button
      variant="primary"
      wide={wide}
      size={wide ? "lg" : "md"}
      busy={state.isSaving}
      busyLabel={t.saving}
      onPress={() => state.apply(fix)}
    >
      {fixWords(source).button[fix.id]}
    </Button>
  );
}

function Effect({ fix, place }: { fix: Fix; place: FixPlace }) {
  const { gains } = fix.effect;
  const { effect, opensDoors } = fixWords(place.source);
  const until = fix.valid_to === null ? "" : formatLongDay(fix.valid_to);
  return (
    <p className="px-3.5 py-3 text-body text-ink">
      {effect[fix.id](place.who, place.door, until)}
      {gains > 1 && ` ${opensDoors(formatNumber(gains))}`}
      {gains === 0 && ` ${t.notEnough}`}
    </p>
  );
}

const FIXABLE = new Set(["expired", "not_yet_valid", "disabled", "no_assignment"]);

function Sentence({
  explanation: { reasons, changed_at, linked_credential_id },
  source,
}: Pick<Shown, "explanation"> & { source: PassageSource }) {
  if (linked_credential_id !== null) return <p className="text-body text-ink">{t.linkedSince}</p>;
  const [first] = reasons;
  const isChanged = first !== undefined && FIXABLE.has(first.code) && changed_at !== null;
  const advice = first === undefined ? null : causeWords(source).advice[first.code];
  return (
    <p className="text-body text-ink">
      {isChanged ? t.changedSince : (advice ?? passageExplanationTexts.nothingToFix)}
    </p>
  );
}
