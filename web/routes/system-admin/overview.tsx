import { ControllersCard } from "#web/features/overview/components/controllers-card.tsx";
import { NewestPassagesCard } from "#web/features/overview/components/newest-passages-card.tsx";
import { PassagesCard } from "#web/features/overview/components/passages-card.tsx";
import { SystemCounts } from "#web/features/overview/components/system-counts.tsx";
import { overviewTexts } from "#web/features/overview/texts/overview.sv.ts";
import { useFirstSteps } from "#web/features/overview/use-first-steps.ts";
import { lazyPart } from "#web/ui/lazy/lazy-part.tsx";
import { LoadingCard } from "#web/ui/page/loading-card.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";

const SystemFirstSteps = lazyPart(
  () => import("./system-first-steps.tsx"),
  (module) => module.SystemFirstSteps,
);

export function SystemOverviewPage() {
  const view = useFirstSteps();
  return (
    <div className="flex flex-col gap-4 *:first:mb-0">
      <PageHead title={overviewTexts.systemTitle} subtitle={overviewTexts.systemSubtitle} />
      {view.shows === "nothing" && <LoadingCard />}
      {view.shows === "steps" && <SystemFirstSteps state={view.state} onHide={view.hide} />}
      {view.shows === "figures" && (
        <>
          <SystemCounts />
          <div className="grid items-stretch gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
            <PassagesCard />
            <ControllersCard />
          </div>
        </>
      )}
      {view.shows !== "nothing" && <NewestPassagesCard />}
    </div>
  );
}
