import { AreaLayout } from "#web/app/area-layout.tsx";
import { OrganizationCountsFeed } from "#web/features/overview/components/navigation-counts-feed.tsx";
import { SyncSummaryFeed } from "#web/features/sync-status/components/sync-summary-feed.tsx";

export function OrgAdminLayout() {
  return (
    <AreaLayout
      forRole="org_admin"
      feeds={
        <>
          <SyncSummaryFeed path="/org-admin/sync" />
          <OrganizationCountsFeed />
        </>
      }
    />
  );
}
