import { ownUser, type TenantRows } from "#server/platform/database/tenant-guard.ts";

export const administratorRows: TenantRows = {
  conditions: { profiles: ownUser("id"), user_roles: ownUser("user_id") },
};
