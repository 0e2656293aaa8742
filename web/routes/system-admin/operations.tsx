import { AlertsCard } from "#web/features/alerts/components/alerts-card.tsx";
import { ErasuresCard } from "#web/features/operations/components/erasures-card.tsx";
import { OperationsStatusCards } from "#web/features/operations/components/operations-status.tsx";
import { RestoreCard } from "#web/features/operations/components/restore-card.tsx";
import { operationsTexts } from "#web/features/operations/texts/operations.sv.ts";
import { lazyPart } from "#web/ui/lazy/lazy-part.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";

const BackupsCard = lazyPart(
  () => import("#web/features/operations/components/backups-card.tsx"),
  (module) => module.BackupsCard,
);
const InstallationWebhookCard = lazyPart(
  () => import("#web/features/operations/components/installation-webhook-card.tsx"),
  (module) => module.InstallationWebhookCard,
);
const RefusedCallsCard = lazyPart(
  () => import("#web/features/operations/components/refused-calls-card.tsx"),
  (module) => module.RefusedCallsCard,
);

const TlsCard = lazyPart(
  () => import("#web/features/operations/components/tls-card.tsx"),
  (module) => module.TlsCard,
);

export function OperationsPage() {
  return (
    <>
      <PageHead title={operationsTexts.title} subtitle={operationsTexts.subtitle} />
      <div className="flex flex-col gap-4">
        <RestoreCard />
        <AlertsCard />
        <BackupsCard />
        <OperationsStatusCards />
        <TlsCard />
        <InstallationWebhookCard />
        <RefusedCallsCard />
        <ErasuresCard />
      </div>
    </>
  );
}
