import { PermissionList } from "#web/features/people/permissions/components/permission-list.tsx";
import { titles } from "#web/texts/titles.sv.ts";
import { PageHead } from "#web/ui/page/page-head.tsx";

export function PermissionsPage() {
  return (
    <>
      <PageHead {...titles.permissions} />
      <PermissionList />
    </>
  );
}
