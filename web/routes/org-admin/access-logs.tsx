import { DoorLog } from "#web/features/access-logs/lazy-door-log.ts";

export function OrgAccessLogsPage() {
  return <DoorLog />;
}
