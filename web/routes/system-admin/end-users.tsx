import { UserPlus } from "lucide-react";
import { useState } from "react";
import { EndUserList } from "#web/features/end-users/components/end-user-list.tsx";
import { UserDialog } from "#web/features/end-users/lazy-dialogs.ts";
import type { Person } from "#web/features/end-users/person.ts";
import { useLinkedPerson } from "#web/features/end-users/use-linked-person.ts";
import { endUsersTexts } from "#web/texts/end-users.ts";
import { titles } from "#web/texts/titles.ts";
import { Button } from "#web/ui/button.tsx";
import { usePrefetched } from "#web/ui/lazy-dialog.tsx";
import { PageHead } from "#web/ui/page-head.tsx";

const DIALOGS = [UserDialog];

/** People of all organisations: added and edited here, removed in their own organisation. */
export function AllEndUsersPage() {
  const [open, setOpen] = useState<{ person: Person | null } | null>(null);
  const [newId, setNewId] = useState<string | null>(null);
  useLinkedPerson((person) => setOpen({ person }));
  usePrefetched(DIALOGS);
  const add = () => setOpen({ person: null });
  return (
    <>
      <PageHead
        {...titles.allEndUsers}
        primary={
          <Button variant="primary" icon={UserPlus} onPress={add} onHoverStart={UserDialog.prefetch}>
            {endUsersTexts.add}
          </Button>
        }
      />
      <EndUserList
        area="system"
        path="/system-admin/end-users"
        onAdd={add}
        onEdit={(person) => setOpen({ person })}
        newId={newId}
      />
      {open && <UserDialog person={open.person} onClose={() => setOpen(null)} onSaved={setNewId} />}
    </>
  );
}
