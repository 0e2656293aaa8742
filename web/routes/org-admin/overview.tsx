import { KeyRound, Users } from "lucide-react";
import {
  getActiveCredentialCountQueryOptions,
  getEndUserCountQueryOptions,
} from "#web/features/overview/api/get-counts.ts";
import { CountCard } from "#web/features/overview/components/count-card.tsx";
import { ExpiringCard } from "#web/features/overview/components/expiring-card.tsx";
import { SyncLine } from "#web/features/sync-status/components/sync-line.tsx";
import { usePlaceName } from "#web/lib/place-name.ts";
import { useSignedIn } from "#web/lib/session.ts";
import { overviewTexts } from "#web/texts/overview.ts";
import { PageHead } from "#web/ui/page-head.tsx";
import { StatGrid } from "#web/ui/stat-card.tsx";

const PEOPLE = "/org-admin/end-users";

export function OrgOverviewPage() {
  const { organizationId } = useSignedIn();
  const place = usePlaceName();
  return (
    <div className="flex flex-col gap-4 *:first:mb-0">
      <PageHead title={overviewTexts.orgTitle} subtitle={overviewTexts.orgSubtitle(place)} />
      <StatGrid columns={2}>
        <CountCard
          icon={Users}
          label={overviewTexts.endUsers}
          href={PEOPLE}
          query={getEndUserCountQueryOptions(organizationId)}
          figure={(count) => count}
          unit={() => overviewTexts.endUsersUnit}
        />
        <CountCard
          icon={KeyRound}
          label={overviewTexts.activeCredentials}
          href={PEOPLE}
          query={getActiveCredentialCountQueryOptions(organizationId)}
          figure={(count) => count}
          unit={() => overviewTexts.activeCredentialsUnit}
        />
      </StatGrid>
      <SyncLine href="/org-admin/sync" />
      <ExpiringCard organizationId={organizationId} />
    </div>
  );
}
