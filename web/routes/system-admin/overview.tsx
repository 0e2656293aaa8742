import { DoorOpen } from "lucide-react";
import { useDeferredValue } from "react";
import { DoorsToNoteCard, useDoorsToNoteKnown } from "#web/features/doors/components/doors-to-note-card.tsx";
import { ControllersCard } from "#web/features/overview/components/controllers-card.tsx";
import { NewestPassagesCard } from "#web/features/overview/components/newest-passages-card.tsx";
import { PassagesCard } from "#web/features/overview/components/passages-card.tsx";
import { RefusalsCard, useRefusalsKnown } from "#web/features/overview/components/refusals-card.tsx";
import { SystemCounts } from "#web/features/overview/components/system-counts.tsx";
import { overviewTexts } from "#web/features/overview/texts/overview.sv.ts";
import { useFirstSteps } from "#web/features/overview/use-first-steps.ts";
import { AddPersonButton } from "#web/features/people/components/add-person-button.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { lazyPart } from "#web/ui/lazy/lazy-part.tsx";
import { LoadingCard } from "#web/ui/page/loading-card.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";

const SystemFirstSteps = lazyPart(
  () => import("./system-first-steps.tsx"),
  (module) => module.SystemFirstSteps,
);

const DOORS = "/system-admin/doors";

export function SystemOverviewPage() {
  // Rendered in small pieces, so that a slow phone never has a long task.
  const view = useDeferredValue(useFirstSteps());
  // Their heights differ, so a card that is drawn below them before would jump.
  const isKnown = useDeferredValue([useDoorsToNoteKnown(), useRefusalsKnown()].every(Boolean));
  const secondary = (
    <>
      <ButtonLink icon={DoorOpen} href={DOORS}>
        {overviewTexts.openDoor}
      </ButtonLink>
      <AddPersonButton variant="secondary" />
    </>
  );
  return (
    <div className="flex flex-col gap-4 *:first:mb-0">
      <PageHead
        title={overviewTexts.systemTitle}
        subtitle={overviewTexts.systemSubtitle}
        {...(view.shows === "figures" && { secondary })}
      />
      {view.shows === "nothing" && <LoadingCard />}
      {view.shows === "steps" && <SystemFirstSteps state={view.state} onHide={view.hide} />}
      {view.shows === "figures" && (
        <>
          <SystemCounts />
          <div className="grid items-stretch gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
            <PassagesCard />
            <ControllersCard />
          </div>
          {isKnown && <DoorsToNoteCard href={DOORS} />}
          {isKnown && <RefusalsCard />}
        </>
      )}
      {(view.shows === "steps" || (view.shows === "figures" && isKnown)) && <NewestPassagesCard />}
    </div>
  );
}
