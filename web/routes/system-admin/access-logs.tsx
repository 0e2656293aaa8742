import { AccessLogs } from "#web/features/access-logs/components/access-logs.tsx";

export function AccessLogsPage() {
  return <AccessLogs />;
}
