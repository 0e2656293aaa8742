import { AreaLayout } from "#web/app/area-layout.tsx";
import { SyncSummaryFeed } from "#web/features/sync-status/components/sync-summary-feed.tsx";

export function SystemAdminLayout() {
  return <AreaLayout forRole="system_admin" feeds={<SyncSummaryFeed path="/system-admin/sync" />} />;
}
