import { SystemAdmins } from "#web/features/administrators/components/system-admins.tsx";

export function AdminsPage() {
  return <SystemAdmins />;
}
