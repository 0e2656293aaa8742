import { Check } from "lucide-react";
import { cx } from "#web/lib/cx.ts";

export interface StepperProps {
  label: string;
  steps: readonly string[];
  /** From 0; `steps.length` when all are done. */
  current: number;
  doneWord: string;
}

/** Shows the steps of a task and which is the present one. Nothing in it can be pressed. */
export function Stepper({ label, steps, current, doneWord }: StepperProps) {
  return (
    <ol aria-label={label} className="flex items-center gap-2.5">
      {steps.map((step, index) => (
        <Step key={step} label={step} number={index + 1} state={stateOf(index, current)} doneWord={doneWord} />
      ))}
    </ol>
  );
}

type StepState = "done" | "current" | "ahead";

function stateOf(index: number, current: number): StepState {
  if (index < current) return "done";
  return index === current ? "current" : "ahead";
}

const CIRCLES: Record<StepState, string> = {
  done: "bg-ok-soft text-ok-ink",
  current: "bg-accent text-on-accent",
  ahead: "border border-field text-ink-2",
};

interface StepProps {
  label: string;
  number: number;
  state: StepState;
  doneWord: string;
}

/** Shows a step. On phones the words of the other steps are only for screen readers. */
function Step({ label, number, state, doneWord }: StepProps) {
  return (
    <li
      aria-current={state === "current" ? "step" : undefined}
      className={cx(
        "flex min-w-0 items-center gap-2.5 not-last:flex-1 not-last:after:h-px not-last:after:min-w-3 not-last:after:flex-1 not-last:after:hairline",
        state === "current" && "phone:not-last:flex-auto",
      )}
    >
      <span
        data-ground
        className={cx(
          "tabular flex size-[22px] shrink-0 items-center justify-center rounded-full text-floor font-bold forced-colors:border",
          CIRCLES[state],
        )}
      >
        {state === "done" ? <Check aria-hidden size={13} strokeWidth={2.5} /> : number}
      </span>
      <span
        className={cx("truncate text-small", state === "current" ? "font-strong text-ink" : "text-ink-2 phone:sr-only")}
      >
        {label}
        {state === "done" && <span className="sr-only">, {doneWord}</span>}
      </span>
    </li>
  );
}
