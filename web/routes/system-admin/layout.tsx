import { AreaLayout } from "../../app/area-layout.tsx";
import { SyncSummaryFeed } from "../../features/sync-status/components/sync-summary-feed.tsx";

export function SystemAdminLayout() {
  return <AreaLayout forRole="system_admin" feeds={<SyncSummaryFeed path="/system-admin/sync" />} />;
}
