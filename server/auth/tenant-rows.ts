import type { TenantRows } from "#server/platform/database/tenant-guard.ts";

export const authRows: TenantRows = { conditions: { mfa_requirements: () => null } };
