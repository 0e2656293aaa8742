import { AccessLogs } from "#web/features/passages/components/access-logs.tsx";

export function AccessLogsPage() {
  return <AccessLogs />;
}
