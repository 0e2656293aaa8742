import type { ReactNode } from "react";
import { AreaLayout } from "#web/app/area-layout.tsx";
import { SystemCountsFeed } from "#web/features/overview/components/navigation-counts-feed.tsx";
import { SyncSummaryFeed } from "#web/features/sync-status/components/sync-summary-feed.tsx";

/** `children`: a page that is none of the area's own. */
export function SystemAdminLayout({ children }: { children?: ReactNode }) {
  return (
    <AreaLayout
      forRole="system_admin"
      feeds={
        <>
          <SyncSummaryFeed path="/system-admin/sync" />
          <SystemCountsFeed />
        </>
      }
    >
      {children}
    </AreaLayout>
  );
}
