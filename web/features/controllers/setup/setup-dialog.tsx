// Leads from a new door controller to a code that opens. Each step can be skipped, and all of them are in the row's menu.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialogs/dialog.tsx";
import { Stepper } from "#web/ui/stepper.tsx";
import { getAccessPointsQueryOptions } from "../doors/api/get-access-points.ts";
import { setupTexts as t } from "../texts/controller-setup.sv.ts";
import { NameDoors } from "./name-doors.tsx";
import { TryPin } from "./try-pin.tsx";

const STEPS = ["names", "assign", "try"] as const;
const REFRESH_NEW_MS = 2_000;

export interface SetupDialogProps {
  controller: { id: string; name: string };
  /** Shows who the controller is for: another feature's list, passed in by the route. */
  assign: ReactNode;
  onClose: () => void;
}

export function SetupDialog({ controller, assign, onClose }: SetupDialogProps) {
  const [step, setStep] = useState(0);
  const [dirty, setDirty] = useState(false);
  const doors = useQuery({
    ...getAccessPointsQueryOptions(controller.id),
    // The controller worker reads the doors of a new controller within seconds.
    refetchInterval: ({ state }) => (state.data?.length === 0 ? REFRESH_NEW_MS : false),
  });
  const shown = STEPS[step] ?? "try";
  const next = () => {
    setDirty(false);
    setStep((current) => Math.min(current + 1, STEPS.length - 1));
  };

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.title(controller.name)}
      subtitle={t.subtitle}
      dirty={dirty}
      footer={(close, leave) => (
        <DialogFoot note={t.again}>
          {step > 0 && <Button onPress={() => leave(() => setStep(step - 1))}>{words.back}</Button>}
          {shown === "try" ? (
            <Button onPress={close}>{words.close}</Button>
          ) : (
            <>
              <Button variant={shown === "assign" ? "primary" : "secondary"} onPress={() => leave(next)}>
                {shown === "assign" ? t.next : t.skip}
              </Button>
              {shown === "names" && (
                <Button type="submit" form="name-doors" variant="primary" isDisabled={!doors.data?.length}>
                  {t.saveNames}
                </Button>
              )}
            </>
          )}
        </DialogFoot>
      )}
    >
      <Stepper label={t.steps} steps={[t.namesStep, t.assignStep, t.tryStep]} current={step} doneWord={t.passed} />
      <div className="mt-5">
        {shown === "names" && <NameDoors controller={controller} doors={doors} onDirty={setDirty} onSaved={next} />}
        {shown === "assign" && (
          <section aria-labelledby="setup-assign">
            <h3 id="setup-assign" className="text-card text-ink">
              {t.assignTitle}
            </h3>
            <p className="mt-1 mb-3.5 text-small text-ink-2">{t.assignHelp}</p>
            {assign}
          </section>
        )}
        {shown === "try" && <TryPin controller={controller} doors={doors.data ?? []} />}
      </div>
    </Dialog>
  );
}
