import { ControllersCard } from "#web/features/overview/components/controllers-card.tsx";
import { NewestPassagesCard } from "#web/features/overview/components/newest-passages-card.tsx";
import { PassagesCard } from "#web/features/overview/components/passages-card.tsx";
import { SystemCounts } from "#web/features/overview/components/system-counts.tsx";
import { overviewTexts } from "#web/texts/overview.ts";
import { PageHead } from "#web/ui/page-head.tsx";

export function SystemOverviewPage() {
  return (
    <div className="flex flex-col gap-4 *:first:mb-0">
      <PageHead title={overviewTexts.systemTitle} subtitle={overviewTexts.systemSubtitle} />
      <SystemCounts />
      <div className="grid items-stretch gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
        <PassagesCard />
        <ControllersCard />
      </div>
      <NewestPassagesCard />
    </div>
  );
}
