// The steps of a new controller's doors or gate, with the organisations that may use it.
import { ControllerOrganizations } from "#web/features/organizations/access/lazy-controller-organizations.ts";
import type { StepOffer } from "#web/features/overview/first-steps.ts";
import { GateSetupDialog, SetupDialog } from "./step-dialogs.ts";

export interface NewControllerStepsProps {
  offer: Extract<StepOffer, { opens: "doors" | "gate" }>;
  onClose: () => void;
}

export function NewControllerSteps({ offer, onClose }: NewControllerStepsProps) {
  const assign = <ControllerOrganizations controllerId={offer.controller.id} hasDoors={offer.opens === "doors"} />;
  if (offer.opens === "gate")
    return <GateSetupDialog controller={offer.controller} assign={assign} onClose={onClose} />;
  return <SetupDialog controller={offer.controller} assign={assign} onClose={onClose} />;
}
