import type { ReactNode } from "react";
import { AreaLayout } from "#web/app/area-layout.tsx";
import { SyncSummaryFeed } from "#web/features/reconcile/components/sync-summary-feed.tsx";
import { lazyFeed } from "#web/ui/lazy/lazy-feed.tsx";

const OrganizationCountsFeed = lazyFeed(
  () => import("#web/features/overview/components/navigation-counts-feed.tsx"),
  (module) => module.OrganizationCountsFeed,
);

/** `children`: a page outside the area's own. */
export function OrgAdminLayout({ children }: { children?: ReactNode }) {
  return (
    <AreaLayout
      forRole="org_admin"
      feeds={
        <>
          <SyncSummaryFeed path="/org-admin/sync" />
          <OrganizationCountsFeed />
        </>
      }
    >
      {children}
    </AreaLayout>
  );
}
