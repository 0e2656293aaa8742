import { AreaLayout } from "../../app/area-layout.tsx";
import { SyncSummaryFeed } from "../../features/sync-status/components/sync-summary-feed.tsx";

export function OrgAdminLayout() {
  return <AreaLayout forRole="org_admin" feeds={<SyncSummaryFeed path="/org-admin/sync" />} />;
}
