import { ownUser, type TenantRows } from "#server/platform/database/tenant-guard.ts";

export const noticeRows: TenantRows = { conditions: { notice_choices: ownUser("user_id") } };
