import { AuditLog } from "#web/features/audit/components/audit-log.tsx";
import { titles } from "#web/texts/titles.sv.ts";

export function SystemEventsPage() {
  return <AuditLog area="system" subtitle={titles.events.subtitle} />;
}
