import { useMemo, useState } from "react";
import { useNavigationCount } from "#web/lib/frame/frame-figures.ts";
import { useIsPhone } from "#web/lib/media.ts";
import { useStore } from "#web/lib/store.ts";
import { usePrefetched } from "#web/ui/lazy/lazy-dialog.tsx";
import { lazyPart } from "#web/ui/lazy/lazy-part.tsx";
import { RetryNote } from "#web/ui/note.tsx";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { useRowSelection } from "#web/ui/table/use-row-selection.ts";
import { pagingOf } from "#web/ui/table/use-table-state.ts";
import { HandOverPin } from "../lazy-hand-over-pin.ts";
import { chosenColumns } from "../list-columns.ts";
import { credentialsOf, fullName, organizationAndPlates, type Person, platesOf } from "../person.ts";
import { peopleTexts } from "../texts/people.sv.ts";
import { type PeopleArea, usePeopleList } from "../use-people-list.ts";
import { usePersonActions } from "../use-person-actions.ts";
import { columnsFor, leastWidth } from "./people-columns.tsx";
import { PeopleToolbar } from "./people-toolbar.tsx";

const AwaitingRemovalNote = lazyPart(
  () => import("./awaiting-removal-note.tsx"),
  (module) => module.AwaitingRemovalNote,
);
const PeopleSelection = lazyPart(
  () => import("./people-selection.tsx"),
  (module) => module.PeopleSelection,
);
const NoPeople = lazyPart(
  () => import("./no-people.tsx"),
  (module) => module.NoPeople,
);
const PARTS = [PeopleSelection, NoPeople];

export interface PeopleListProps {
  area: PeopleArea;
  path: string;
  onAdd: () => void;
  onEdit: (person: Person) => void;
  onDelete?: ((person: Person) => void) | undefined;
  newId: string | null;
}

export function PeopleList({ area, path, onAdd, onEdit, onDelete, newId }: PeopleListProps) {
  // Not memoised by the compiler: the cache would add half a kilobyte to the first screen, and nearly all of it changes with each answer.
  "use no memo";
  usePrefetched(PARTS);
  const people = usePeopleList(area);
  const chosen = useStore(chosenColumns);
  const columns = useMemo(() => columnsFor(area, chosen), [area, chosen]);
  const least = useIsPhone() ? null : leastWidth(area, chosen);
  const selection = useRowSelection<Person>();
  const { list, table } = people;
  const { data } = list;
  useNavigationCount(path, data?.total);
  const [given, setGiven] = useState<Person | null>(null);
  const actions = usePersonActions({ onEdit, onHandOver: setGiven, onDelete });
  return (
    <div data-wide>
      <PeopleToolbar area={area} people={people} />
      <AwaitingRemovalNote />
      {list.isError && !data ? (
        <RetryNote role="alert" onRetry={list.refetch}>
          {peopleTexts.listFailed} {list.error.message}
        </RetryNote>
      ) : (
        <div className={least === null ? undefined : "overflow-x-auto [--sticky-top:0px]"}>
          <div style={least === null ? undefined : { minWidth: `${least}rem` }}>
            <DataTable
              label={peopleTexts.list}
              columns={columns}
              rows={data?.rows}
              rowId={(person) => person.id}
              rowName={fullName}
              rowDetail={area === "system" ? organizationAndPlates : platesOf}
              rowActions={actions}
              actionSlots={onDelete ? [3, 4] : [2, 3]}
              selection={selection}
              onOpen={onEdit}
              onDelete={onDelete}
              rowClass={(person) => (person.id === newId ? "animate-new-row" : undefined)}
              stale={list.isPlaceholderData}
              sort={table.sort}
              onSortChange={table.setSort}
              paging={data && pagingOf(table, data.matched)}
              empty={<NoPeople area={area} onClear={people.isFiltered ? people.clear : null} onAdd={onAdd} />}
            />
          </div>
        </div>
      )}
      {given && <HandOverOf person={given} onClose={() => setGiven(null)} />}
      {selection.chosen.size > 0 && (
        <PeopleSelection
          selection={selection}
          found={data?.exact ? data.matched : 0}
          asked={people.asked}
          canDelete={onDelete !== undefined}
        />
      )}
    </div>
  );
}

function HandOverOf({ person, onClose }: { person: Person; onClose: () => void }) {
  const [credential] = credentialsOf(person, "pin");
  return credential && <HandOverPin person={person} credential={credential} onClose={onClose} />;
}
