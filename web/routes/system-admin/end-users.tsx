import { UserPlus } from "lucide-react";
import { useState } from "react";
import { ImportPeopleLink } from "#web/features/people/components/import-people-link.tsx";
import { PeopleList } from "#web/features/people/components/people-list.tsx";
import { PersonDialog } from "#web/features/people/lazy-dialogs.ts";
import type { Person } from "#web/features/people/person.ts";
import { peopleTexts } from "#web/features/people/texts/people.sv.ts";
import { useLinkedPerson } from "#web/features/people/use-linked-person.ts";
import { useLinkedAdd } from "#web/lib/lists/linked-parameter.ts";
import { titles } from "#web/texts/titles.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { usePrefetched } from "#web/ui/lazy/lazy-dialog.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";

const DIALOGS = [PersonDialog];

export function AllEndUsersPage() {
  const [open, setOpen] = useState<{ person: Person | null } | null>(null);
  const [newId, setNewId] = useState<string | null>(null);
  useLinkedPerson((person) => setOpen({ person }));
  const add = () => setOpen({ person: null });
  useLinkedAdd(add);
  usePrefetched(DIALOGS);
  return (
    <>
      <PageHead
        {...titles.allEndUsers}
        secondary={<ImportPeopleLink />}
        primary={
          <Button variant="primary" icon={UserPlus} onPress={add} onHoverStart={PersonDialog.prefetch}>
            {peopleTexts.add}
          </Button>
        }
      />
      <PeopleList
        area="system"
        path="/system-admin/end-users"
        onAdd={add}
        onEdit={(person) => setOpen({ person })}
        newId={newId}
      />
      {open && <PersonDialog person={open.person} onClose={() => setOpen(null)} onSaved={setNewId} />}
    </>
  );
}
