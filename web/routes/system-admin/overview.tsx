import { Building2, Server, ShieldUser } from "lucide-react";
import {
  getAdministratorCountQueryOptions,
  getControllerCountQueryOptions,
  getOrganizationCountQueryOptions,
} from "../../features/overview/api/get-counts.ts";
import { ControllersCard } from "../../features/overview/components/controllers-card.tsx";
import { CountCard } from "../../features/overview/components/count-card.tsx";
import { NewestPassagesCard } from "../../features/overview/components/newest-passages-card.tsx";
import { PassagesCard } from "../../features/overview/components/passages-card.tsx";
import { formatNumber } from "../../lib/dates.ts";
import { overviewTexts } from "../../texts/overview.ts";
import { PageHead } from "../../ui/page-head.tsx";
import { StatGrid } from "../../ui/stat-card.tsx";

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
