import { linkedAlone } from "#server/organizations/linked-rows.ts";
import type { TenantRows } from "#server/platform/database/tenant-guard.ts";

export const gateRows: TenantRows = {
  conditions: {
    plate_near_misses: (row, value) =>
      `exists (select from public.plate_near_miss_candidates _c where _c.near_miss_id = ${row}.id and _c.organization_id = ${value("organization")}::uuid)`,
    camera_days: linkedAlone,
  },
};
