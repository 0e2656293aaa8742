import { DoorOpen } from "lucide-react";
import { useDeferredValue } from "react";
import { DoorsToNoteCard, useDoorsToNoteKnown } from "#web/features/doors/components/doors-to-note-card.tsx";
import { ExpiringCard } from "#web/features/overview/components/expiring-card.tsx";
import { OrganizationCounts } from "#web/features/overview/components/organization-counts.tsx";
import { RefusalsCard, useRefusalsKnown } from "#web/features/overview/components/refusals-card.tsx";
import { overviewTexts } from "#web/features/overview/texts/overview.sv.ts";
import { useFirstSteps } from "#web/features/overview/use-first-steps.ts";
import { AddPersonButton } from "#web/features/people/components/add-person-button.tsx";
import {
  useWeeklyCodesKnown,
  WeeklyCodesCard,
} from "#web/features/people/permissions/components/weekly-codes-card.tsx";
import { SyncLine } from "#web/features/reconcile/components/sync-line.tsx";
import { usePlaceLine } from "#web/lib/frame/place-name.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { lazyPart } from "#web/ui/lazy/lazy-part.tsx";
import { LoadingCard } from "#web/ui/page/loading-card.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";

const OrganizationFirstSteps = lazyPart(
  () => import("./organization-first-steps.tsx"),
  (module) => module.OrganizationFirstSteps,
);

export function OrgOverviewPage() {
  const { organizationId } = useSignedIn();
  const subtitle = usePlaceLine(overviewTexts.orgSubtitle);
  const firstSteps = useFirstSteps();
  // Their heights differ, so a card that is drawn before them would jump.
  const isKnown = [useDoorsToNoteKnown(), useRefusalsKnown(), useWeeklyCodesKnown()].every(Boolean);
  const known = firstSteps.shows === "figures" && !isKnown ? ({ shows: "nothing" } as const) : firstSteps;
  const view = useDeferredValue(known); // Rendered in small pieces, without a long task.
  // Before anybody has access, the last two cards have nothing to show.
  const hasPeople = view.shows === "figures" || (view.shows === "steps" && view.state.person !== null);
  const openDoor = (
    <ButtonLink icon={DoorOpen} href="/org-admin/doors">
      {overviewTexts.openDoor}
    </ButtonLink>
  );
  const actions = { secondary: openDoor, primary: <AddPersonButton /> };
  return (
    <div className="flex flex-col gap-4 *:first:mb-0">
      <PageHead title={overviewTexts.orgTitle} subtitle={subtitle} {...(view.shows === "figures" && actions)} />
      {view.shows === "nothing" && <LoadingCard />}
      {view.shows === "steps" && <OrganizationFirstSteps state={view.state} onHide={view.hide} />}
      {view.shows === "figures" && (
        <>
          <DoorsToNoteCard href="/org-admin/doors" />
          <RefusalsCard />
          <WeeklyCodesCard />
          <OrganizationCounts organizationId={organizationId} />
        </>
      )}
      {hasPeople && <SyncLine href="/org-admin/sync" />}
      {hasPeople && <ExpiringCard organizationId={organizationId} />}
    </div>
  );
}
