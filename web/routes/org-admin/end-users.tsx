import { usePrefetchQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { DataHandling } from "#web/features/organizations/lazy-data-handling.ts";
import { ImportPeopleLink } from "#web/features/people/components/import-people-link.tsx";
import { PeopleList } from "#web/features/people/components/people-list.tsx";
import { DeletePersonDialog, PersonDialog } from "#web/features/people/lazy-dialogs.ts";
import type { Person } from "#web/features/people/person.ts";
import { peopleTexts } from "#web/features/people/texts/people.sv.ts";
import { useLinkedPerson } from "#web/features/people/use-linked-person.ts";
import { getOrganizationAccessQueryOptions } from "#web/lib/controllers/organization-access.ts";
import { usePlaceLine } from "#web/lib/frame/place-name.ts";
import { useLinkedAdd } from "#web/lib/lists/linked-parameter.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { titles } from "#web/texts/titles.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { usePrefetched } from "#web/ui/lazy/lazy-dialog.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";

const DIALOGS = [PersonDialog, DeletePersonDialog];
type Open = { dialog: "edit"; person: Person | null } | { dialog: "delete"; person: Person } | null;

export function EndUsersPage() {
  const { organizationId } = useSignedIn();
  const subtitle = usePlaceLine(peopleTexts.subtitle);
  const [open, setOpen] = useState<Open>(null);
  const [newId, setNewId] = useState<string | null>(null);
  usePrefetchQuery(getOrganizationAccessQueryOptions(organizationId));
  useLinkedPerson((person) => setOpen({ dialog: "edit", person }));
  const add = () => setOpen({ dialog: "edit", person: null });
  useLinkedAdd(add);
  usePrefetched(DIALOGS);
  return (
    <>
      <PageHead
        title={titles.endUsers.title}
        subtitle={subtitle}
        secondary={<ImportPeopleLink />}
        primary={
          <Button variant="primary" icon={UserPlus} onPress={add} onHoverStart={PersonDialog.prefetch}>
            {peopleTexts.add}
          </Button>
        }
      />
      <PeopleList
        area="org"
        path="/org-admin/end-users"
        onAdd={add}
        onEdit={(person) => setOpen({ dialog: "edit", person })}
        onDelete={(person) => setOpen({ dialog: "delete", person })}
        newId={newId}
      />
      {organizationId && <DataHandling organizationId={organizationId} />}
      {open?.dialog === "edit" && (
        <PersonDialog person={open.person} onClose={() => setOpen(null)} onSaved={setNewId} />
      )}
      {open?.dialog === "delete" && <DeletePersonDialog person={open.person} onClose={() => setOpen(null)} />}
    </>
  );
}
