import { AccessLogs } from "#web/features/passages/components/access-logs.tsx";

export function OrgAccessLogsPage() {
  return <AccessLogs />;
}
