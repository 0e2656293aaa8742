// Explains why a person cannot be saved yet, with a link to the remedy.
import { useQuery } from "@tanstack/react-query";
import { getOrganizationNamesQueryOptions } from "#web/lib/controllers/organization-names.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { Note } from "#web/ui/note.tsx";
import { personDialogTexts as t } from "../texts/person-dialog.sv.ts";

const ORGANIZATIONS = "/system-admin/organizations";

/** `places`: doors and gates on offer; undefined while they are fetched. */
export function NoAccessNote({ organizationId, places }: { organizationId: string; places: number | undefined }) {
  const { role } = useSignedIn();
  const isSystem = role === "system_admin";
  const organizations = useQuery({ ...getOrganizationNamesQueryOptions(), enabled: isSystem }).data;
  if (organizations?.length === 0)
    return (
      <Note tone="wait" actions={[{ label: t.addOrganization, href: `${ORGANIZATIONS}?add=1` }]}>
        {t.noOrganizations}
      </Note>
    );
  if (organizationId === "" || places !== 0) return null;
  return (
    <Note
      tone="wait"
      actions={isSystem ? [{ label: t.assignFirst, href: `${ORGANIZATIONS}?controllers=${organizationId}` }] : []}
    >
      {t.nothingAssigned} {!isSystem && t.systemAdminAssigns}
    </Note>
  );
}
