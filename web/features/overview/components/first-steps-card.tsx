// "Kom igång": steps that only data ticks. On phones a row opens its step, and the current one has the button.
import { useEffect, useId, useRef } from "react";
import type { FirstSteps } from "#contract/tables/first-steps.ts";
import { announce } from "#web/lib/announce.ts";
import { Button } from "#web/ui/button.tsx";
import { currentStep, type Step, type StepOffer, seesOpenings } from "../first-steps.ts";
import { stepTitle } from "../step-words.ts";
import { firstStepsTexts as t } from "../texts/first-steps.sv.ts";
import { FirstStepRow } from "./first-step-row.tsx";

export interface FirstStepsCardProps {
  state: FirstSteps;
  steps: readonly Step[];
  /** True for an org admin, who sees the steps of their own organisation. */
  own?: boolean;
  onOpen: (offer: StepOffer) => void;
  onHide: () => void;
  className?: string;
}

export function FirstStepsCard({ state, steps, own = false, onOpen, onHide, className }: FirstStepsCardProps) {
  const id = useId();
  const list = useRef<HTMLOListElement>(null);
  const current = currentStep(steps);
  const done = steps.filter((step) => step.done).length;
  useTicks(steps, own, list);
  return (
    <section aria-labelledby={id} className={`rounded-card border border-line bg-surface ${className ?? ""}`}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
        <div className="min-w-0 flex-1 basis-48">
          <h2 id={id} className="text-h2 text-ink">
            {t.title}
          </h2>
          <p className="text-small text-ink-2">{t.subtitle}</p>
        </div>
        <div className="flex items-center gap-3 phone:w-full">
          <p className="tabular text-small whitespace-nowrap text-ink-2">{t.doneOf(done, steps.length)}</p>
          <div
            aria-hidden
            className="h-1.5 w-40 overflow-hidden rounded-full bg-active phone:flex-1 forced-colors:border"
          >
            <div
              data-ground
              className="h-full rounded-full bg-accent forced-colors:bg-[Highlight]"
              style={{ width: `${(done / steps.length) * 100}%` }}
            />
          </div>
        </div>
      </div>
      <ol ref={list} aria-label={t.title}>
        {steps.map((step, index) => (
          <FirstStepRow
            key={step.id}
            number={index + 1}
            step={step}
            state={state}
            own={own}
            isCurrent={step.id === current}
            onOpen={onOpen}
          />
        ))}
      </ol>
      {current === "try" && !seesOpenings(state) && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-4 py-2.5">
          <p className="text-small text-ink-2">{t.hideHelp}</p>
          <Button variant="ghost" size="sm" onPress={onHide}>
            {t.hide}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Announces a ticked step. If its button is removed, moves the focus on. */
function useTicks(steps: readonly Step[], own: boolean, list: React.RefObject<HTMLOListElement | null>): void {
  const before = useRef(steps);
  useEffect(() => {
    const ticked = steps.findLast(
      (step) => step.done && before.current.some((earlier) => earlier.id === step.id && !earlier.done),
    );
    before.current = steps;
    if (!ticked) return;
    announce(t.ticked(stepTitle(ticked.id, own), steps.filter((step) => step.done).length, steps.length));
    if (document.activeElement === document.body)
      list.current?.querySelector<HTMLElement>("[aria-current=step] button")?.focus();
  }, [steps, own, list]);
}
