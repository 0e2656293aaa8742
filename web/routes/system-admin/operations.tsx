import { AlertsCard } from "#web/features/alerts/components/alerts-card.tsx";
import { ErasuresCard } from "#web/features/operations/components/erasures-card.tsx";
import { InstallationWebhookCard } from "#web/features/operations/components/installation-webhook-card.tsx";
import { OperationsStatusCards } from "#web/features/operations/components/operations-status.tsx";
import { RefusedCallsCard } from "#web/features/operations/components/refused-calls-card.tsx";
import { RestoreCard } from "#web/features/operations/components/restore-card.tsx";
import { operationsTexts } from "#web/texts/operations.ts";
import { PageHead } from "#web/ui/page/page-head.tsx";

export function OperationsPage() {
  return (
    <>
      <PageHead title={operationsTexts.title} subtitle={operationsTexts.subtitle} />
      <div className="flex flex-col gap-4">
        <RestoreCard />
        <AlertsCard />
        <OperationsStatusCards />
        <InstallationWebhookCard />
        <RefusedCallsCard />
        <ErasuresCard />
      </div>
    </>
  );
}
