import { AreaLayout } from "#web/app/area-layout.tsx";
import { SystemCountsFeed } from "#web/features/overview/components/navigation-counts-feed.tsx";
import { SyncSummaryFeed } from "#web/features/sync-status/components/sync-summary-feed.tsx";

export function SystemAdminLayout() {
  return (
    <AreaLayout
      forRole="system_admin"
      feeds={
        <>
          <SyncSummaryFeed path="/system-admin/sync" />
          <SystemCountsFeed />
        </>
      }
    />
  );
}
