import { PermissionList } from "../../features/permissions/components/permission-list.tsx";
import { titles } from "../../texts/titles.ts";
import { PageHead } from "../../ui/page-head.tsx";

export function PermissionsPage() {
  return (
    <>
      <PageHead {...titles.permissions} />
      <PermissionList />
    </>
  );
}
