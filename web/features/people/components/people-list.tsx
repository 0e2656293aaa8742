import { useQuery } from "@tanstack/react-query";
import { CalendarPlus, Pencil, SearchX, Trash2, UserPlus, Users } from "lucide-react";
import { END_USER_SORTS } from "#contract/functions/search-end-users.ts";
import { fetchPart } from "#web/lib/chunks/fetch-part.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { useNavigationCount } from "#web/lib/frame/frame-figures.ts";
import { addressChoice, addressId, useListAddress } from "#web/lib/lists/list-address.ts";
import { useSearchText } from "#web/lib/lists/use-search-text.ts";
import { useIsPhone } from "#web/lib/media.ts";
import { useExtendCredentials } from "#web/lib/people/extend-credentials.ts";
import { THROUGH } from "#web/lib/people/people-address.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { Segmented } from "#web/ui/choices/segmented.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { SearchField } from "#web/ui/fields/search-field.tsx";
import { FilterSelect } from "#web/ui/filters/filter-select.tsx";
import { Toolbar } from "#web/ui/filters/toolbar.tsx";
import { usePrefetched } from "#web/ui/lazy/lazy-dialog.tsx";
import { lazyPart } from "#web/ui/lazy/lazy-part.tsx";
import { RetryNote } from "#web/ui/note.tsx";
import type { RowAction } from "#web/ui/table/columns.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { useRowSelection } from "#web/ui/table/use-row-selection.ts";
import { pagingOf, useAddressTableState } from "#web/ui/table/use-table-state.ts";
import { dropError, toastFailure } from "#web/ui/toasts/toast.tsx";
import { type EndUserPage, getEndUsersQueryOptions } from "../api/get-end-users.ts";
import { fullName, organizationAndPlates, type Person, platesOf } from "../person.ts";
import { NEWEST_FIRST, orderId, orderOf, orderOptions } from "../sort-choices.ts";
import { peopleTexts } from "../texts/people.sv.ts";
import { ALL_ORGANIZATIONS, OrganizationFilter } from "./organization-filter.tsx";
import { orgColumns, systemColumns } from "./people-columns.tsx";

const AwaitingRemovalNote = lazyPart(
  () => import("./awaiting-removal-note.tsx"),
  (module) => module.AwaitingRemovalNote,
);
const PeopleSelection = lazyPart(
  () => import("./people-selection.tsx"),
  (module) => module.PeopleSelection,
);
const ThroughFilter = lazyPart(
  () => import("./through-filter.tsx"),
  (module) => module.ThroughFilter,
);
const PARTS = [PeopleSelection];

export interface PeopleListProps {
  /** "system": all organisations, edit only. "org": own organisation, edit and delete. */
  area: "system" | "org";
  path: string;
  onAdd: () => void;
  onEdit: (person: Person) => void;
  onDelete?: ((person: Person) => void) | undefined;
  newId: string | null;
}

const SHOWN = ["all", "pin", "license_plate"] as const;
const VALIDITY = ["all", "expired"] as const;

export function PeopleList({ area, path, onAdd, onEdit, onDelete, newId }: PeopleListProps) {
  const phone = useIsPhone();
  usePrefetched(PARTS);
  const address = useListAddress();
  const search = useSearchText(["end-users", "list"], address);
  const shown = addressChoice(address, "show", SHOWN);
  const validity = addressChoice(address, "validity", VALIDITY);
  const organization = area === "system" ? addressId(address, "organization") : null;
  const through = area === "system" ? addressId(address, THROUGH) : null;
  const table = useAddressTableState(address, { sort: NEWEST_FIRST, sorts: END_USER_SORTS });
  const list = useQuery(
    getEndUsersQueryOptions({
      query: search.query,
      organizationId: organization,
      credentialType: shown.value === "all" ? null : shown.value,
      expired: validity.value === "expired",
      controllerId: through,
      sort: orderOf(orderId(table.sort)),
      from: table.from,
      pageSize: table.pageSize,
    }),
  );
  const selection = useRowSelection<Person>();
  const { data } = list;
  const filters = [shown.value !== "all", validity.value !== "all", organization !== null, through !== null].filter(
    Boolean,
  ).length;

  useNavigationCount(path, data?.total);

  function clear(): void {
    search.setText("");
    address.change({ q: null, show: null, validity: null, organization: null, [THROUGH]: null, page: null });
  }

  const { extend, undo } = useExtendCredentials();
  const extendPerson = async (person: Person) => {
    const operation = `extend ${person.id}`;
    dropError(operation);
    try {
      const { reportExtensions } = await fetchPart(import("../extension-outcome.tsx"));
      reportExtensions({ people: [person], reply: await extend(person.credentials.map(({ id }) => id)), undo });
    } catch (error) {
      toastFailure(error, { name: operation });
    }
  };

  const actions = (person: Person): RowAction[] => [
    ...(person.credentials.length > 0
      ? [
          {
            id: "extend",
            label: peopleTexts.extend,
            icon: CalendarPlus,
            quick: true,
            onAction: () => void extendPerson(person),
          },
        ]
      : []),
    { id: "edit", label: peopleTexts.editShort, icon: Pencil, quick: true, onAction: () => onEdit(person) },
    ...(onDelete
      ? [
          {
            id: "delete",
            label: words.remove,
            icon: Trash2,
            quick: true,
            tone: "danger" as const,
            onAction: () => onDelete(person),
          },
        ]
      : []),
  ];

  return (
    <div data-wide>
      <Toolbar
        search={
          <SearchField
            label={phone ? peopleTexts.searchShort : peopleTexts.search}
            value={search.text}
            onChange={search.setText}
            busy={search.isSearching}
          />
        }
        filters={
          <>
            {area === "system" && (
              <OrganizationFilter
                value={organization ?? ALL_ORGANIZATIONS}
                onChange={(id) => address.change({ organization: id === ALL_ORGANIZATIONS ? null : id, page: null })}
              />
            )}
            {through !== null && (
              <ThroughFilter controllerId={through} onClear={() => address.change({ [THROUGH]: null, page: null })} />
            )}
            <Segmented
              label={peopleTexts.filter}
              segments={area === "system" ? SYSTEM_SEGMENTS : ORG_SEGMENTS}
              value={shown.value}
              onChange={shown.set}
            />
            <FilterSelect
              label={peopleTexts.validityFilter}
              options={VALIDITY_OPTIONS}
              value={validity.value}
              onChange={validity.set}
            />
            <FilterSelect
              label={peopleTexts.order}
              options={orderOptions(area)}
              value={orderId(table.sort)}
              onChange={(id) => table.setSort(orderOf(id))}
            />
          </>
        }
        activeFilters={filters}
        matches={data && formatNumber(data.matched)}
        count={data && countWords(data)}
      />
      <AwaitingRemovalNote />
      {list.isError && !data ? (
        <RetryNote role="alert" onRetry={list.refetch}>
          {peopleTexts.listFailed} {list.error.message}
        </RetryNote>
      ) : (
        <DataTable
          label={peopleTexts.list}
          columns={area === "system" ? systemColumns : orgColumns}
          rows={data?.rows}
          rowId={(person) => person.id}
          rowName={fullName}
          rowDetail={area === "system" ? organizationAndPlates : platesOf}
          rowActions={actions}
          actionSlots={onDelete ? 3 : 2}
          selection={selection}
          onOpen={onEdit}
          onDelete={onDelete}
          rowClass={(person) => (person.id === newId ? "animate-new-row" : undefined)}
          stale={list.isPlaceholderData}
          sort={table.sort}
          onSortChange={table.setSort}
          paging={data && pagingOf(table, data.matched)}
          empty={
            search.query !== "" || filters > 0 ? (
              <EmptyState
                icon={SearchX}
                title={area === "system" ? peopleTexts.none : peopleTexts.noneMatch}
                help={peopleTexts.noneMatchHelp}
                action={<Button onPress={clear}>{words.clearFilters}</Button>}
              />
            ) : (
              <EmptyState
                icon={Users}
                title={peopleTexts.none}
                help={area === "system" ? peopleTexts.noneHelpSystem : peopleTexts.noneHelp}
                action={
                  <Button icon={UserPlus} onPress={onAdd}>
                    {peopleTexts.add}
                  </Button>
                }
              />
            )
          }
        />
      )}
      {selection.chosen.size > 0 && (
        <PeopleSelection chosen={selection.chosen} canDelete={onDelete !== undefined} onClear={selection.clear} />
      )}
    </div>
  );
}

const ORG_SEGMENTS = [
  { id: "all", label: peopleTexts.everybody },
  { id: "pin", label: peopleTexts.onlyPin },
  { id: "license_plate", label: peopleTexts.onlyVehicle },
] as const;

const VALIDITY_OPTIONS = [
  { id: "all", label: peopleTexts.anyValidity },
  { id: "expired", label: peopleTexts.expiredOnly },
] as const;

const SYSTEM_SEGMENTS = [
  { id: "all", label: peopleTexts.everybodySystem },
  { id: "pin", label: peopleTexts.onlyPin },
  { id: "license_plate", label: peopleTexts.onlyVehicleSystem },
] as const;

function countWords({ matched, total, exact }: EndUserPage): string {
  const say = exact ? peopleTexts.shown : peopleTexts.shownAbout;
  return say(formatNumber(matched), formatNumber(total));
}
