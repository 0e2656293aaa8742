// The first steps with the dialogs they open; a lazy chunk that no finished installation fetches.
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { FirstSteps } from "#contract/tables/first-steps.ts";
import { ControllerDialog } from "#web/features/controllers/components/controller-dialogs.tsx";
import { FirstControllersCard } from "#web/features/overview/components/first-controllers-card.tsx";
import { FirstStepsCard } from "#web/features/overview/components/first-steps-card.tsx";
import { namingOf, type StepOffer, systemSteps } from "#web/features/overview/first-steps.ts";
import { HowToTryDialog, MissingStepDialog } from "#web/features/overview/lazy-step-dialogs.ts";
import { PersonDialog } from "#web/features/people/lazy-dialogs.ts";
import { usePrefetched } from "#web/ui/lazy/lazy-dialog.tsx";
import { NewControllerSteps } from "./new-controller-steps.tsx";
import { OrganizationControllersDialog, OrganizationDialog, STEP_DIALOGS } from "./step-dialogs.ts";

export function SystemFirstSteps({ state, onHide }: { state: FirstSteps; onHide: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [offer, setOffer] = useState<StepOffer | null>(null);
  usePrefetched(STEP_DIALOGS);
  const steps = systemSteps(state);
  const open = (next: StepOffer) => {
    setOffer(next);
    if (next.opens === "page") void navigate({ href: next.href });
    if (next.opens === "silent") void navigate({ href: `/system-admin/controllers?controller=${next.controllerId}` });
  };
  const refresh = () => void client.invalidateQueries({ queryKey: ["first-steps"] });
  const close = () => {
    setOffer(null);
    refresh();
  };
  return (
    <>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_320px]">
        <FirstStepsCard state={state} steps={steps} onOpen={open} onHide={onHide} />
        <FirstControllersCard state={state} />
      </div>
      {offer?.opens === "organization" && <OrganizationDialog organization={null} onClose={close} />}
      {offer?.opens === "controller" && (
        <ControllerDialog controller={null} onClose={close} onCreated={(made) => open(namingOf(made))} />
      )}
      {(offer?.opens === "doors" || offer?.opens === "gate") && <NewControllerSteps offer={offer} onClose={close} />}
      {offer?.opens === "access" && <OrganizationControllersDialog organization={offer.organization} onClose={close} />}
      {offer?.opens === "person" && (
        <PersonDialog person={null} organizationId={offer.organizationId} onClose={close} onSaved={refresh} />
      )}
      {offer?.opens === "missing" && <MissingStepDialog {...offer} steps={steps} onOpen={open} onClose={close} />}
      {offer?.opens === "how" && <HowToTryDialog state={state} people="/system-admin/end-users" onClose={close} />}
    </>
  );
}
