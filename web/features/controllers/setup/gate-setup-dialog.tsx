// Leads from a new gate to an opening: its macro, who may use it, and a try.
import { type ReactNode, useState } from "react";
import { DEVICE_TRAITS } from "#contract/devices.ts";
import type { ControllerRow } from "#contract/tables/controllers.ts";
import { Note } from "#web/ui/note.tsx";
import { MacroTest } from "../components/macro-test.tsx";
import { setupTexts as t } from "../texts/controller-setup.sv.ts";
import { ChooseMacro } from "./choose-macro.tsx";
import { AssignStep, type SetupStep, SetupSteps } from "./setup-steps.tsx";

export interface GateSetupDialogProps {
  controller: ControllerRow;
  /** Shows who the gate is for: another feature's list, passed in by the route. */
  assign: ReactNode;
  onClose: () => void;
}

export function GateSetupDialog({ controller, assign, onClose }: GateSetupDialogProps) {
  const [macroId, setMacroId] = useState(controller.macro_id ?? "");
  const macro: SetupStep = {
    label: t.macroStep,
    form: { id: "choose-macro", isDisabled: false },
    content: ({ next, setDirty }) => (
      <ChooseMacro
        controller={controller}
        macroId={macroId}
        onDirty={setDirty}
        onSaved={(chosen) => {
          setMacroId(chosen);
          next();
        }}
      />
    ),
  };
  return (
    <SetupSteps
      name={controller.name}
      subtitle={t.gateSubtitle}
      onClose={onClose}
      steps={[
        // The form of a relay or a camera requires what opens its gate.
        ...(DEVICE_TRAITS[controller.device_type].opensBy === "macro" ? [macro] : []),
        {
          label: t.assignStep,
          content: () => (
            <AssignStep title={t.gateAssignTitle} help={t.gateAssignHelp}>
              {assign}
            </AssignStep>
          ),
        },
        { label: t.gateTryStep, content: () => <TryGate controller={controller} macroId={macroId} /> },
      ]}
    />
  );
}

function TryGate({ controller, macroId }: { controller: ControllerRow; macroId: string }) {
  return (
    <section aria-labelledby="setup-try">
      <h3 id="setup-try" className="text-card text-ink">
        {t.gateTryTitle}
      </h3>
      <p className="mt-1 mb-3.5 text-small text-ink-2">{t.gateTryHelp}</p>
      {macroId === "" ? (
        <Note tone="wait">{t.gateNoMacro}</Note>
      ) : (
        <MacroTest controller={controller} macroId={macroId} />
      )}
      <p className="mt-3.5 text-small text-ink-2">{t.gateTryNext}</p>
    </section>
  );
}
