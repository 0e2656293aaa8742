import { offeredDoor } from "#server/organizations/linked-rows.ts";
import type { TenantRows } from "#server/platform/database/tenant-guard.ts";

export const reconcileRows: TenantRows = { conditions: { door_states: offeredDoor } };
