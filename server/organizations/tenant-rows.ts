import { ownOrganization, type TenantRows } from "#server/platform/database/tenant-guard.ts";

export const organizationRows: TenantRows = { conditions: { organizations: ownOrganization("id") } };
