import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { AxisUser } from "#contract/functions/axis-proxy.ts";
import { controllerUsersTexts as t } from "#web/features/controllers/texts/controller-users.sv.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialogs/dialog.tsx";
import { useOpenerFocus } from "#web/ui/dialogs/opener-focus.ts";
import { SearchField } from "#web/ui/fields/search-field.tsx";
import { RetryNote } from "#web/ui/note.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { getControllerUsersQueryOptions } from "../api/get-controller-users.ts";
import { matches } from "../device-person.ts";
import { ControllerUsersTable } from "./controller-users-table.tsx";
import { DeleteControllerUserDialog } from "./delete-controller-user-dialog.tsx";
import { EditedPerson, NewPerson } from "./person-view.tsx";

const SEARCH_FROM = 9;

export interface ControllerUsersDialogProps {
  controller: { id: string; name: string };
  onClose: () => void;
}

type View = { shows: "list"; returned: boolean } | { shows: "form"; person: AxisUser | null };

export function ControllerUsersDialog({ controller, onClose }: ControllerUsersDialogProps) {
  useOpenerFocus();
  const [view, setView] = useState<View>({ shows: "list", returned: false });
  const [removing, setRemoving] = useState<AxisUser | null>(null);
  const [search, setSearch] = useState("");
  const [page, setPage] = useState(0);
  const users = useQuery(getControllerUsersQueryOptions(controller.id));
  const people = users.data;
  const shown = search.trim() === "" ? people : people?.filter((person) => matches(person, search));
  const toList = () => setView({ shows: "list", returned: true });

  if (view.shows === "form") {
    const frame = { controller, onClose, onDone: toList };
    return view.person === null ? (
      <NewPerson {...frame} />
    ) : (
      <EditedPerson key={view.person.credentialToken} {...frame} person={view.person} />
    );
  }
  const add = (
    <Button icon={Plus} onPress={() => setView({ shows: "form", person: null })}>
      {t.add}
    </Button>
  );
  return (
    <>
      <Dialog
        isOpen
        onClose={onClose}
        size="table"
        title={t.title}
        subtitle={<ReadAt name={controller.name} at={users.dataUpdatedAt} />}
        flush
        footer={
          <DialogFoot key="list" note={people && people.length > 0 ? t.count(formatNumber(people.length)) : null}>
            <Button onPress={onClose}>{words.close}</Button>
            <Button
              variant="primary"
              icon={Plus}
              onPress={() => setView({ shows: "form", person: null })}
              autoFocus={view.returned}
            >
              {t.add}
            </Button>
          </DialogFoot>
        }
      >
        {users.isError && (
          <div className="p-4">
            <RetryNote role="alert" onRetry={users.refetch}>
              {t.readFailed} {users.error.message} {people && t.readFailedKept}
            </RetryNote>
          </div>
        )}
        {people && people.length >= SEARCH_FROM && (
          <PeopleSearch
            value={search}
            onChange={(text) => {
              setSearch(text);
              setPage(0);
            }}
          />
        )}
        {!(users.isError && !people) && (
          <ControllerUsersTable
            people={shown}
            page={page}
            onPageChange={setPage}
            onEdit={(person) => setView({ shows: "form", person })}
            onDelete={setRemoving}
            isSearching={search.trim() !== ""}
            add={add}
          />
        )}
      </Dialog>
      {removing && (
        <DeleteControllerUserDialog controller={controller} person={removing} onClose={() => setRemoving(null)} />
      )}
    </>
  );
}

/** Shows the controller's name, and how long ago its list was read. */
function ReadAt({ name, at }: { name: string; at: number }) {
  return (
    <>
      {name}
      {at > 0 && (
        <>
          {" · "}
          {t.readFrom} <RelativeTime value={new Date(at).toISOString()} fallback={words.none} always />
        </>
      )}
    </>
  );
}

function PeopleSearch({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  return (
    <div className="border-b border-line px-4 py-3">
      <SearchField label={t.search} value={value} onChange={onChange} shortcut={false} className="sm:max-w-72" />
    </div>
  );
}
