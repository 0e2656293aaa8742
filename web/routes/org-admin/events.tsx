import { AuditLog } from "#web/features/audit/components/audit-log.tsx";
import { auditTexts } from "#web/features/audit/texts/audit.sv.ts";

export function OrgEventsPage() {
  return <AuditLog area="org" subtitle={auditTexts.subtitleOrg} />;
}
