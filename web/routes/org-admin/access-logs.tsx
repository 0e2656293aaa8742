import { DoorLog } from "#web/features/access-logs/components/door-log.tsx";

export function OrgAccessLogsPage() {
  return <DoorLog />;
}
