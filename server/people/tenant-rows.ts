import type { TenantRows } from "#server/platform/database/tenant-guard.ts";

/** Imports find their rows by these columns. */
export const peopleRows: TenantRows = {
  conditions: {},
  functionColumns: { end_users: ["import_id", "import_digest"] },
};
