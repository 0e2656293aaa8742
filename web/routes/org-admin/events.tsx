import { AuditLog } from "../../features/audit/components/audit-log.tsx";
import { auditTexts } from "../../texts/audit.ts";

export function OrgEventsPage() {
  return <AuditLog area="org" subtitle={auditTexts.subtitleOrg} />;
}
