import { Check, ChevronRight } from "lucide-react";
import { Button as AriaButton, Link } from "react-aria-components";
import type { FirstSteps } from "#contract/tables/first-steps.ts";
import { cx } from "#web/lib/cx.ts";
import { useIsPhone } from "#web/lib/media.ts";
import { useNow } from "#web/lib/now.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import type { Step, StepOffer } from "../first-steps.ts";
import { stepButton, stepLine, stepTitle } from "../step-words.ts";
import { firstStepsTexts as t } from "../texts/first-steps.sv.ts";

export interface FirstStepRowProps {
  number: number;
  step: Step;
  state: FirstSteps;
  own: boolean;
  isCurrent: boolean;
  onOpen: (offer: StepOffer) => void;
}

const ROW = "flex min-h-16 w-full items-center gap-3.5 px-4 py-2.5 text-left";
const ROW_LINK = "ring-focus -outline-offset-2 data-hovered:bg-hover";

export function FirstStepRow(props: FirstStepRowProps) {
  const { step, isCurrent, onOpen } = props;
  const phone = useIsPhone();
  const { offer } = step;
  const text = <StepText {...props} />;
  if (!phone || offer === null)
    return (
      <Row isCurrent={isCurrent}>
        <div className={ROW}>
          {text}
          {offer && <StepButton {...props} offer={offer} />}
        </div>
      </Row>
    );
  if (isCurrent)
    return (
      <Row isCurrent>
        <div className={ROW}>{text}</div>
        <div className="px-4 pb-3.5">
          <StepButton {...props} offer={offer} wide />
        </div>
      </Row>
    );
  const inside = (
    <>
      {text}
      <ChevronRight aria-hidden size={16} className="shrink-0 text-ink-3" />
    </>
  );
  return (
    <Row isCurrent={false}>
      {offer.opens === "page" ? (
        <Link href={offer.href} className={cx(ROW, ROW_LINK)}>
          {inside}
        </Link>
      ) : (
        <AriaButton onPress={() => onOpen(offer)} className={cx(ROW, ROW_LINK)}>
          {inside}
        </AriaButton>
      )}
    </Row>
  );
}

function Row({ isCurrent, children }: { isCurrent: boolean; children: React.ReactNode }) {
  return (
    <li
      aria-current={isCurrent ? "step" : undefined}
      data-ground={isCurrent || undefined}
      className={cx("border-t border-line last:rounded-b-card", isCurrent && "bg-accent-soft")}
    >
      {children}
    </li>
  );
}

function StepText({ number, step, state, own, isCurrent }: FirstStepRowProps) {
  const now = useNow();
  return (
    <>
      <span
        data-ground
        aria-hidden
        className={cx(
          "tabular flex size-[22px] shrink-0 items-center justify-center rounded-full text-floor font-bold forced-colors:border",
          step.done
            ? "bg-ok-soft text-ok-ink"
            : isCurrent
              ? "bg-accent text-on-accent"
              : "border border-field text-ink-2",
        )}
      >
        {step.done ? <Check size={13} strokeWidth={2.5} /> : number}
      </span>
      <span className="min-w-0 flex-1">
        <span className={cx("block text-body", step.done ? "text-ink-2" : "font-strong text-ink")}>
          {stepTitle(step.id, own)}
          {step.done && <span className="sr-only">, {t.isDone}</span>}
        </span>
        <span className="tabular block text-small text-ink-2 wrap-anywhere">
          {stepLine(step, state, own, new Date(now))}
        </span>
      </span>
    </>
  );
}

/** Shows "Visa" for what is made; its name for screen readers includes the step's. */
function StepButton(props: FirstStepRowProps & { offer: StepOffer; wide?: boolean }) {
  const { step, state, own, isCurrent, onOpen, offer, wide } = props;
  const looks = { variant: isCurrent ? "primary" : "secondary", wide } as const;
  if (step.done) {
    if (offer.opens !== "page") return null;
    return (
      <Link
        href={offer.href}
        aria-label={`${words.show}: ${stepTitle(step.id, own)}`}
        className="ring-focus rounded-check text-cell font-name text-accent-ink data-hovered:underline"
      >
        {words.show}
      </Link>
    );
  }
  const { label, icon } = stepButton(step, state);
  if (offer.opens === "page")
    return (
      <ButtonLink {...looks} href={offer.href} icon={icon}>
        {label}
      </ButtonLink>
    );
  return (
    <Button {...looks} icon={icon} onPress={() => onOpen(offer)}>
      {label}
    </Button>
  );
}
