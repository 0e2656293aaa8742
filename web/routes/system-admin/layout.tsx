import type { ReactNode } from "react";
import { AreaLayout } from "#web/app/area-layout.tsx";
import { SyncSummaryFeed } from "#web/features/reconcile/components/sync-summary-feed.tsx";
import { lazyFeed } from "#web/ui/lazy/lazy-feed.tsx";

const SystemCountsFeed = lazyFeed(
  () => import("#web/features/overview/components/navigation-counts-feed.tsx"),
  (module) => module.SystemCountsFeed,
);

/** `children`: a page outside the area's own. */
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
