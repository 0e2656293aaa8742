// The frame of a new controller's steps: each can be skipped, and all of them are in the row's menu.
import { type ReactNode, useState } from "react";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialogs/dialog.tsx";
import { Stepper } from "#web/ui/stepper.tsx";
import { setupTexts as t } from "../texts/controller-setup.sv.ts";

export interface SetupStep {
  label: string;
  /** The form that saves this step; without one, the step saves each press by itself. */
  form?: { id: string; isDisabled: boolean };
  content: (step: { next: () => void; setDirty: (dirty: boolean) => void }) => ReactNode;
}

export interface SetupStepsProps {
  name: string;
  subtitle: string;
  steps: readonly SetupStep[];
  onClose: () => void;
}

export function SetupSteps({ name, subtitle, steps, onClose }: SetupStepsProps) {
  const [place, setPlace] = useState(0);
  const [dirty, setDirty] = useState(false);
  const next = () => {
    setDirty(false);
    setPlace((current) => Math.min(current + 1, steps.length - 1));
  };
  const step = steps[place];
  const isLast = place === steps.length - 1;

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.title(name)}
      subtitle={subtitle}
      dirty={dirty}
      footer={(close, leave) => (
        <DialogFoot note={t.again}>
          {place > 0 && <Button onPress={() => leave(() => setPlace(place - 1))}>{words.back}</Button>}
          {isLast ? (
            <Button onPress={close}>{words.close}</Button>
          ) : (
            <>
              <Button variant={step?.form ? "secondary" : "primary"} onPress={() => leave(next)}>
                {step?.form ? t.skip : t.next}
              </Button>
              {step?.form && (
                <Button type="submit" form={step.form.id} variant="primary" isDisabled={step.form.isDisabled}>
                  {t.saveAndNext}
                </Button>
              )}
            </>
          )}
        </DialogFoot>
      )}
    >
      <Stepper label={t.steps} steps={steps.map(({ label }) => label)} current={place} doneWord={t.passed} />
      <div className="mt-5">{step?.content({ next, setDirty })}</div>
    </Dialog>
  );
}

/** Shows the step in which organisations get the controller. */
export function AssignStep({ title, help, children }: { title: string; help: string; children: ReactNode }) {
  return (
    <section aria-labelledby="setup-assign">
      <h3 id="setup-assign" className="text-card text-ink">
        {title}
      </h3>
      <p className="mt-1 mb-3.5 text-small text-ink-2">{help}</p>
      {children}
    </section>
  );
}
