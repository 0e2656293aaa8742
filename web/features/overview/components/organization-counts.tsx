import { KeyRound, Users } from "lucide-react";
import { StatGrid } from "#web/ui/page/stat-card.tsx";
import { getActiveCredentialCountQueryOptions, getEndUserCountQueryOptions } from "../api/get-counts.ts";
import { overviewTexts } from "../texts/overview.sv.ts";
import { CountCard } from "./count-card.tsx";

const PEOPLE = "/org-admin/end-users";

export function OrganizationCounts({ organizationId }: { organizationId: string | null }) {
  return (
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
        unit={(count) => overviewTexts.activeCredentialsUnit(count === 1)}
      />
    </StatGrid>
  );
}
