import { AccessLog } from "#web/features/access-logs/components/access-log.tsx";

export function AccessLogsPage() {
  return <AccessLog />;
}
