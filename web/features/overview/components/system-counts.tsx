import { Building2, Server, ShieldUser } from "lucide-react";
import { formatNumber } from "#web/lib/dates.ts";
import { StatGrid } from "#web/ui/page/stat-card.tsx";
import {
  getAdministratorCountQueryOptions,
  getControllerCountQueryOptions,
  getOrganizationCountQueryOptions,
} from "../api/get-counts.ts";
import { overviewTexts } from "../texts/overview.sv.ts";
import { CountCard } from "./count-card.tsx";

export function SystemCounts() {
  return (
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
        unit={({ all, enabled }) => overviewTexts.controllersUnit(formatNumber(all), enabled === 1)}
      />
    </StatGrid>
  );
}
