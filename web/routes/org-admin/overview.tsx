import { KeyRound, Users } from "lucide-react";
import { usePlaceName } from "../../app/place-name.ts";
import {
  getActiveCredentialCountQueryOptions,
  getEndUserCountQueryOptions,
} from "../../features/overview/api/get-counts.ts";
import { CountCard } from "../../features/overview/components/count-card.tsx";
import { ExpiringCard } from "../../features/overview/components/expiring-card.tsx";
import { SyncLine } from "../../features/sync-status/components/sync-line.tsx";
import { useSignedIn } from "../../lib/session.ts";
import { overviewTexts } from "../../texts/overview.ts";
import { PageHead } from "../../ui/page-head.tsx";
import { StatGrid } from "../../ui/stat-card.tsx";

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
