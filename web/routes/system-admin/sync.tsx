import { ControllerOperationDialogs } from "#web/features/reconcile/components/controller-operation-dialogs.tsx";
import { SyncNowButton } from "#web/features/reconcile/components/sync-now-button.tsx";
import { SyncStatus } from "#web/features/reconcile/components/sync-status.tsx";
import { syncTexts } from "#web/features/reconcile/texts/sync-status.sv.ts";
import { useControllerOperations } from "#web/features/reconcile/use-controller-operations.ts";
import { PageHead } from "#web/ui/page/page-head.tsx";

export function SystemSyncPage() {
  const operations = useControllerOperations();
  return (
    <div data-wide>
      <PageHead
        title={syncTexts.title}
        subtitle={syncTexts.systemSubtitle}
        primary={<SyncNowButton operations={operations} />}
      />
      <SyncStatus operations={operations} peoplePath="/system-admin/end-users" />
      <ControllerOperationDialogs operations={operations} />
    </div>
  );
}
