import { Pencil, Server, ShieldUser, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { formatDay, formatNumber } from "#web/lib/dates.ts";
import { titles } from "#web/texts/titles.sv.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { tableColumns } from "#web/ui/table/columns.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { pagingOf, type TableState } from "#web/ui/table/use-table-state.ts";
import type { ListedOrganization } from "../api/get-organizations.ts";
import { organizationsTexts as t } from "../texts/organizations.sv.ts";
import { type OrganizationActions, OrganizationActionsContext, useTableActions } from "../use-organization-actions.ts";

const column = tableColumns<ListedOrganization>();
const columns = column.columns([
  column.accessor("name", {
    header: words.name,
    cell: ({ row: { original } }) => (
      <span translate="no" className="line-clamp-2 font-name text-ink" title={original.name}>
        {original.name}
      </span>
    ),
    meta: { card: "title", sortKey: "name" },
  }),
  column.accessor("description", {
    header: words.description,
    cell: ({ row: { original } }) =>
      original.description ? (
        <span className="line-clamp-2 text-ink-2" title={original.description}>
          {original.description}
        </span>
      ) : null,
    meta: { rank: 2, width: "w-[20%]" },
  }),
  column.accessor("created_at", {
    header: words.created,
    cell: ({ row: { original } }) => (
      <span className="tabular whitespace-nowrap text-ink-2">{formatDay(original.created_at)}</span>
    ),
    meta: { sortKey: "created_at", cardLabel: words.created, rank: 3, width: "w-28" },
  }),
  column.display({
    id: "administrators",
    header: t.administrators,
    cell: ({ row }) => <AdminsButton organization={row.original} />,
    meta: { cardWide: true, width: "w-36 @2xl/list:w-47" },
  }),
  column.display({
    id: "controllers",
    header: t.controllers,
    cell: ({ row }) => <ControllersButton organization={row.original} />,
    meta: { cardWide: true, width: "w-32 @2xl/list:w-55" },
  }),
]);

function AdminsButton({ organization }: { organization: ListedOrganization }) {
  const { open } = useTableActions();
  const count = organization.user_roles[0]?.count ?? 0;
  return (
    <Button
      size="sm"
      icon={ShieldUser}
      aria-label={`${formatNumber(count)} · ${t.manageAdminsOf(organization.name)}`}
      onPress={() => open({ dialog: "administrators", organization })}
      className="phone:w-full"
    >
      {formatNumber(count)}
      <Verb text={t.manageAdmins} />
    </Button>
  );
}

function ControllersButton({ organization }: { organization: ListedOrganization }) {
  const { open } = useTableActions();
  const count = organization.organization_controllers[0]?.count ?? 0;
  return (
    <Button
      size="sm"
      icon={Server}
      aria-label={`${formatNumber(count)} · ${t.manageControllersOf(organization.name)}`}
      onPress={() => open({ dialog: "controllers", organization })}
      className="phone:w-full"
    >
      {formatNumber(count)}
      <Verb text={t.manageControllers} />
    </Button>
  );
}

/** Shows the action's verb. In a narrow table the header names the object, so that the name has room. */
function Verb({ text }: { text: string }) {
  return (
    <span className="sm:hidden @2xl/list:inline">
      {" · "}
      <span>{text}</span>
    </span>
  );
}

export interface OrganizationsTableProps {
  rows: readonly ListedOrganization[] | undefined;
  total: number;
  stale: boolean;
  state: TableState;
  empty: ReactNode;
  actions: OrganizationActions;
  onDelete: (organization: ListedOrganization) => void;
}

export function OrganizationsTable(props: OrganizationsTableProps) {
  const { rows, total, stale, state, empty, actions, onDelete } = props;
  const edit = (organization: ListedOrganization) => actions.open({ dialog: "edit", organization });
  return (
    <OrganizationActionsContext value={actions}>
      <DataTable
        label={titles.organizations.title}
        columns={columns}
        rows={rows}
        rowId={(organization) => organization.id}
        rowName={(organization) => organization.name}
        rowActions={(organization) => [
          { id: "edit", label: words.edit, icon: Pencil, onAction: () => edit(organization), quick: true },
          {
            id: "delete",
            label: words.remove,
            icon: Trash2,
            onAction: () => onDelete(organization),
            quick: true,
            tone: "danger",
          },
        ]}
        onOpen={edit}
        onDelete={onDelete}
        stale={stale}
        sort={state.sort}
        onSortChange={state.setSort}
        paging={pagingOf(state, total)}
        empty={empty}
      />
    </OrganizationActionsContext>
  );
}
