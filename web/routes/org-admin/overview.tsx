import { ExpiringCard } from "#web/features/overview/components/expiring-card.tsx";
import { OrganizationCounts } from "#web/features/overview/components/organization-counts.tsx";
import { SyncLine } from "#web/features/sync-status/components/sync-line.tsx";
import { usePlaceName } from "#web/lib/place-name.ts";
import { useSignedIn } from "#web/lib/session.ts";
import { overviewTexts } from "#web/texts/overview.ts";
import { PageHead } from "#web/ui/page-head.tsx";

export function OrgOverviewPage() {
  const { organizationId } = useSignedIn();
  const place = usePlaceName();
  return (
    <div className="flex flex-col gap-4 *:first:mb-0">
      <PageHead title={overviewTexts.orgTitle} subtitle={overviewTexts.orgSubtitle(place)} />
      <OrganizationCounts organizationId={organizationId} />
      <SyncLine href="/org-admin/sync" />
      <ExpiringCard organizationId={organizationId} />
    </div>
  );
}
