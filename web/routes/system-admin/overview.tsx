import { Building2, Server, ShieldUser } from "lucide-react";
import {
  getAdministratorCountQueryOptions,
  getControllerCountQueryOptions,
  getOrganizationCountQueryOptions,
} from "#web/features/overview/api/get-counts.ts";
import { ControllersCard } from "#web/features/overview/components/controllers-card.tsx";
import { CountCard } from "#web/features/overview/components/count-card.tsx";
import { NewestPassagesCard } from "#web/features/overview/components/newest-passages-card.tsx";
import { PassagesCard } from "#web/features/overview/components/passages-card.tsx";
import { formatNumber } from "#web/lib/dates.ts";
import { overviewTexts } from "#web/texts/overview.ts";
import { PageHead } from "#web/ui/page-head.tsx";
import { StatGrid } from "#web/ui/stat-card.tsx";

export function SystemOverviewPage() {
  return (
    <div className="flex flex-col gap-4 *:first:mb-0">
      <PageHead title={overviewTexts.systemTitle} subtitle={overviewTexts.systemSubtitle} />
      <StatGrid columns={3}>
        <CountCard
          icon={Building2}
          label={overviewTexts.organizations}
          href="/system-admin/organizations"
          query={getOrganizationCountQueryOptions()}
          figure={(count) => count}
          unit={() => overviewTexts.organizationsUnit}
        />
        <CountCard
          icon={ShieldUser}
          label={overviewTexts.administrators}
          href="/system-admin/admins"
          query={getAdministratorCountQueryOptions()}
          figure={({ system, organization }) => system + organization}
          unit={({ system, organization }) =>
            overviewTexts.administratorsUnit(formatNumber(system), formatNumber(organization))
          }
        />
        <CountCard
          icon={Server}
          label={overviewTexts.controllers}
          href="/system-admin/controllers"
          query={getControllerCountQueryOptions()}
          figure={({ enabled }) => enabled}
          unit={({ all }) => overviewTexts.controllersUnit(formatNumber(all))}
        />
      </StatGrid>
      <div className="grid items-stretch gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
        <PassagesCard />
        <ControllersCard />
      </div>
      <NewestPassagesCard />
    </div>
  );
}
