// The organisation's first steps with the dialogs they open; a lazy chunk that no finished organisation fetches.
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { FirstSteps } from "#contract/tables/first-steps.ts";
import { FirstStepsCard } from "#web/features/overview/components/first-steps-card.tsx";
import { organizationSteps, type StepOffer } from "#web/features/overview/first-steps.ts";
import { HowToTryDialog, MissingStepDialog } from "#web/features/overview/lazy-step-dialogs.ts";
import { PersonDialog } from "#web/features/people/lazy-dialogs.ts";
import { usePrefetched } from "#web/ui/lazy/lazy-dialog.tsx";

const DIALOGS = [PersonDialog, HowToTryDialog, MissingStepDialog];

export function OrganizationFirstSteps({ state, onHide }: { state: FirstSteps; onHide: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [offer, setOffer] = useState<StepOffer | null>(null);
  usePrefetched(DIALOGS);
  const steps = organizationSteps(state);
  const open = (next: StepOffer) => {
    setOffer(next);
    if (next.opens === "page") void navigate({ href: next.href });
  };
  const refresh = () => void client.invalidateQueries({ queryKey: ["first-steps"] });
  const close = () => {
    setOffer(null);
    refresh();
  };
  return (
    <>
      <FirstStepsCard state={state} steps={steps} own onOpen={open} onHide={onHide} />
      {offer?.opens === "person" && <PersonDialog person={null} onClose={close} onSaved={refresh} />}
      {offer?.opens === "missing" && <MissingStepDialog {...offer} steps={steps} own onOpen={open} onClose={close} />}
      {offer?.opens === "how" && <HowToTryDialog state={state} people="/org-admin/end-users" onClose={close} />}
    </>
  );
}
