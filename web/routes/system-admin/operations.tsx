import { AlertsCard } from "../../features/operations/components/alerts-card.tsx";
import { ErasuresCard } from "../../features/operations/components/erasures-card.tsx";
import { InstallationWebhookCard } from "../../features/operations/components/installation-webhook-card.tsx";
import { OperationsStatusCards } from "../../features/operations/components/operations-status.tsx";
import { RestoreCard } from "../../features/operations/components/restore-card.tsx";
import { operationsTexts } from "../../texts/operations.ts";
import { PageHead } from "../../ui/page-head.tsx";

export function OperationsPage() {
  return (
    <>
      <PageHead title={operationsTexts.title} subtitle={operationsTexts.subtitle} />
      <div className="flex flex-col gap-4">
        <RestoreCard />
        <AlertsCard />
        <OperationsStatusCards />
        <InstallationWebhookCard />
        <ErasuresCard />
      </div>
    </>
  );
}
