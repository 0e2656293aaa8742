import { SyncStatus } from "../../features/sync-status/components/sync-status.tsx";
import { syncTexts } from "../../texts/sync-status.ts";
import { PageHead } from "../../ui/page-head.tsx";

export function OrgSyncPage() {
  return (
    <div data-wide>
      <PageHead title={syncTexts.title} subtitle={syncTexts.orgSubtitle} />
      <SyncStatus acts={null} peoplePath="/org-admin/end-users" />
    </div>
  );
}
