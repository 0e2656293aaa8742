import { AuditLog } from "../../features/audit/components/audit-log.tsx";
import { titles } from "../../texts/titles.ts";

export function SystemEventsPage() {
  return <AuditLog area="system" subtitle={titles.events.subtitle} />;
}
