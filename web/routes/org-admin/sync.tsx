import { SyncStatus } from "#web/features/reconcile/components/sync-status.tsx";
import { syncTexts } from "#web/features/reconcile/texts/sync-status.sv.ts";
import { PageHead } from "#web/ui/page/page-head.tsx";

export function OrgSyncPage() {
  return (
    <div data-wide>
      <PageHead title={syncTexts.title} subtitle={syncTexts.orgSubtitle} />
      <SyncStatus operations={null} peoplePath="/org-admin/end-users" />
    </div>
  );
}
