import type { ReactNode } from "react";
import { AreaLayout } from "#web/app/area-layout.tsx";
import { OrganizationCountsFeed } from "#web/features/overview/components/navigation-counts-feed.tsx";
import { SyncSummaryFeed } from "#web/features/sync-status/components/sync-summary-feed.tsx";

/** `children`: a page that is none of the area's own. */
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
