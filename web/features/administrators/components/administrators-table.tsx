import { MailPlus, Pencil, ShieldOff, ShieldUser, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import type { AdministratorRow } from "#contract/tables/user-roles.ts";
import { formatDay } from "#web/lib/dates.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { words } from "#web/texts/words.sv.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Pill } from "#web/ui/pill.tsx";
import { type RowAction, tableColumns } from "#web/ui/table/columns.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { fullName } from "../administrator.ts";
import { administratorsTexts as t } from "../texts/administrators.sv.ts";

const column = tableColumns<AdministratorRow>();
const columns = column.columns([
  column.accessor((row) => fullName(row), {
    id: "name",
    header: words.name,
    cell: ({ row }) => <Name administrator={row.original} />,
    meta: { card: "title" },
  }),
  column.accessor((row) => row.profiles.email, {
    id: "email",
    header: t.email,
    cell: ({ row }) => (
      <span title={row.original.profiles.email} className="block truncate text-ink-2">
        {row.original.profiles.email}
      </span>
    ),
  }),
  column.accessor("created_at", {
    header: words.created,
    cell: ({ row }) => <span className="tabular text-ink-2">{formatDay(row.original.created_at)}</span>,
    meta: { cardLabel: words.created, width: "w-28" },
  }),
]);

export interface AdministratorsTableProps {
  label: string;
  rows: readonly AdministratorRow[] | undefined;
  onEdit: (administrator: AdministratorRow) => void;
  onSendCredentials: (administrator: AdministratorRow) => void;
  onRemoveFactors: (administrator: AdministratorRow) => void;
  onDelete: (administrator: AdministratorRow) => void;
  bare?: boolean | undefined;
  emptyAction?: ReactNode;
}

/** Lists administrators; the signed-in person's own row is marked and cannot be removed. */
export function AdministratorsTable(props: AdministratorsTableProps) {
  const { label, rows, onEdit, onSendCredentials, onRemoveFactors, onDelete, bare, emptyAction } = props;
  const { userId } = useSignedIn();

  function actionsOf(row: AdministratorRow): RowAction[] {
    const own = row.profiles.id === userId;
    const edit: RowAction = { id: "edit", label: words.edit, icon: Pencil, onAction: () => onEdit(row), quick: true };
    const send: RowAction = {
      id: "send",
      label: t.sendCredentials,
      fullLabel: t.sendCredentialsTo,
      icon: MailPlus,
      onAction: () => onSendCredentials(row),
      quick: true,
    };
    const remove: RowAction = {
      id: "delete",
      label: words.remove,
      icon: Trash2,
      onAction: () => onDelete(row),
      quick: true,
      tone: "danger",
      disabledReason: own ? t.cannotDeleteSelf : undefined,
    };
    const factors: RowAction = {
      id: "factors",
      label: t.removeFactors,
      icon: ShieldOff,
      onAction: () => onRemoveFactors(row),
    };
    // New login details would only lock oneself out; own factors are managed under Mitt konto.
    return own ? [edit, remove] : [edit, send, factors, remove];
  }

  return (
    <DataTable
      label={label}
      columns={columns}
      rows={rows}
      rowId={(row) => row.profiles.id}
      rowName={fullName}
      rowDetail={({ profiles }) => profiles.email}
      rowActions={actionsOf}
      actionSlots={4}
      onOpen={onEdit}
      onDelete={(row) => {
        if (row.profiles.id !== userId) onDelete(row);
      }}
      bare={bare}
      empty={<EmptyState icon={ShieldUser} title={t.emptyTitle} help={t.emptyHelp} action={emptyAction} />}
    />
  );
}

function Name({ administrator }: { administrator: AdministratorRow }) {
  const { userId } = useSignedIn();
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span translate="no" title={fullName(administrator)} className="truncate font-name text-ink">
        {fullName(administrator)}
      </span>
      {administrator.profiles.id === userId && <Pill tone="accent">{t.you}</Pill>}
    </span>
  );
}
