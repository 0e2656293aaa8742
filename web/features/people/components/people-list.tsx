import { useQuery } from "@tanstack/react-query";
import { Pencil, SearchX, Trash2, UserPlus, Users } from "lucide-react";
import { useEffect, useState } from "react";
import type { CredentialType } from "#contract/devices.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { publishNavigationCount } from "#web/lib/frame-figures.ts";
import { useIsPhone } from "#web/lib/media.ts";
import { useSearchText } from "#web/lib/use-search-text.ts";
import { peopleTexts } from "#web/texts/people.ts";
import { words } from "#web/texts/words.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { FilterSelect } from "#web/ui/filter-select.tsx";
import { RetryNote } from "#web/ui/note.tsx";
import { SearchField } from "#web/ui/search-field.tsx";
import { Segmented } from "#web/ui/segmented.tsx";
import type { RowAction } from "#web/ui/table/columns.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { pagingOf, useTableState } from "#web/ui/table/use-table-state.ts";
import { Toolbar } from "#web/ui/toolbar.tsx";
import { type EndUserPage, getEndUsersQueryOptions } from "../api/get-end-users.ts";
import { fullName, type Person } from "../person.ts";
import { NEWEST_FIRST, orderId, orderOf, orderOptions } from "../sort-choices.ts";
import { AwaitingRemovalNote } from "./awaiting-removal-note.tsx";
import { ALL_ORGANIZATIONS, OrganizationFilter } from "./organization-filter.tsx";
import { orgColumns, systemColumns } from "./people-columns.tsx";

export interface PeopleListProps {
  /** "system": all organisations, edit only. "org": own organisation, edit and delete. */
  area: "system" | "org";
  path: string;
  onAdd: () => void;
  onEdit: (person: Person) => void;
  onDelete?: ((person: Person) => void) | undefined;
  newId: string | null;
}

type Shown = "all" | CredentialType;

export function PeopleList({ area, path, onAdd, onEdit, onDelete, newId }: PeopleListProps) {
  const phone = useIsPhone();
  const search = useSearchText(["end-users", "list"]);
  const [shown, setShown] = useState<Shown>("all");
  const [organization, setOrganization] = useState(ALL_ORGANIZATIONS);
  const table = useTableState({ sort: NEWEST_FIRST, filterKey: `${search.query}|${shown}|${organization}` });
  const list = useQuery(
    getEndUsersQueryOptions({
      query: search.query,
      organizationId: organization === ALL_ORGANIZATIONS ? null : organization,
      credentialType: shown === "all" ? null : shown,
      sort: orderOf(orderId(table.sort)),
      from: table.from,
      pageSize: table.pageSize,
    }),
  );
  const { data } = list;
  const filters = Number(shown !== "all") + Number(organization !== ALL_ORGANIZATIONS);

  const total = data && formatNumber(data.total);
  useEffect(() => publishNavigationCount(path, total), [path, total]);

  function clear(): void {
    search.setText("");
    setShown("all");
    setOrganization(ALL_ORGANIZATIONS);
  }

  const actions = (person: Person): RowAction[] => [
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
            {area === "system" && <OrganizationFilter value={organization} onChange={setOrganization} />}
            <Segmented
              label={peopleTexts.filter}
              segments={area === "system" ? SYSTEM_SEGMENTS : ORG_SEGMENTS}
              value={shown}
              onChange={setShown}
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
          rowActions={actions}
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
    </div>
  );
}

const ORG_SEGMENTS = [
  { id: "all", label: peopleTexts.everybody },
  { id: "pin", label: peopleTexts.onlyPin },
  { id: "license_plate", label: peopleTexts.onlyVehicle },
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
