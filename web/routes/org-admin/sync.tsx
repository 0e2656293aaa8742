import { SyncStatus } from "#web/features/reconcile/components/sync-status.tsx";
import { syncTexts } from "#web/texts/sync-status.ts";
import { PageHead } from "#web/ui/page/page-head.tsx";

export function OrgSyncPage() {
  return (
    <div data-wide>
      <PageHead title={syncTexts.title} subtitle={syncTexts.orgSubtitle} />
      <SyncStatus operations={null} peoplePath="/org-admin/end-users" />
    </div>
  );
}
