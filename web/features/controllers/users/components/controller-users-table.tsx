import { Pencil, Trash2, Users } from "lucide-react";
import type { ReactNode } from "react";
import type { AxisUser } from "#contract/functions/axis-proxy.ts";
import { PAGE_SIZE } from "#contract/limits.ts";
import { controllerUsersTexts as t } from "#web/features/controllers/texts/controller-users.sv.ts";
import { formatDay } from "#web/lib/dates.ts";
import { useNow } from "#web/lib/now.ts";
import { words } from "#web/texts/words.sv.ts";
import { PinChip } from "#web/ui/credentials/pin-chip.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Pill } from "#web/ui/pill.tsx";
import { SyncPill } from "#web/ui/sync-pill.tsx";
import { type RowAction, tableColumns } from "#web/ui/table/columns.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { lockedReason, personKey, personName } from "../device-person.ts";

const column = tableColumns<AxisUser>();
const columns = column.columns([
  column.accessor("name", {
    header: t.name,
    cell: ({ row }) => (
      <span translate="no" className="line-clamp-2 font-name text-ink" title={personName(row.original)}>
        {personName(row.original)}
      </span>
    ),
    meta: { card: "title" },
  }),
  column.accessor("pin", {
    header: t.pin,
    cell: ({ row: { original } }) =>
      original.pin === null ? <span className="text-ink-2">{t.noPin}</span> : <PinChip />,
    meta: { width: "w-32" },
  }),
  column.accessor("validFrom", {
    header: t.validFrom,
    cell: ({ row }) => <Day value={row.original.validFrom} none={words.none} />,
    meta: { cardLabel: t.validFrom, rank: 2, width: "w-28" },
  }),
  column.accessor("validTo", {
    header: t.validTo,
    cell: ({ row }) => <Day value={row.original.validTo} none={row.original.pin === null ? words.none : t.forever} />,
    meta: { cardLabel: t.validTo, width: "w-30" },
  }),
  column.accessor("owned", { header: t.standing, cell: ({ row }) => <Standing person={row.original} /> }),
]);

export interface ControllerUsersTableProps {
  people: readonly AxisUser[] | undefined;
  page: number;
  onPageChange: (page: number) => void;
  onEdit: (person: AxisUser) => void;
  onDelete: (person: AxisUser) => void;
  isSearching: boolean;
  add: ReactNode;
}

export function ControllerUsersTable(props: ControllerUsersTableProps) {
  const { people, page, onPageChange, isSearching, add } = props;
  const total = people?.length ?? 0;
  // The device's whole list is read, so it is paged here.
  const from = Math.min(page, Math.max(Math.ceil(total / PAGE_SIZE) - 1, 0)) * PAGE_SIZE;
  return (
    <DataTable
      bare
      label={t.title}
      columns={columns}
      rows={people?.slice(from, from + PAGE_SIZE)}
      rowId={personKey}
      rowName={personName}
      rowActions={(person) => rowActions(person, props)}
      {...(total > PAGE_SIZE && { paging: { page: from / PAGE_SIZE, pageSize: PAGE_SIZE, total, onPageChange } })}
      empty={
        isSearching ? (
          <EmptyState icon={Users} title={t.empty} help={t.emptySearch} action={null} />
        ) : (
          <EmptyState icon={Users} title={t.empty} help={t.emptyHelp} action={add} />
        )
      }
    />
  );
}

function rowActions(person: AxisUser, { onEdit, onDelete }: ControllerUsersTableProps): RowAction[] {
  const locked = lockedReason(person) ?? undefined;
  return [
    {
      id: "edit",
      label: person.owned ? words.edit : t.adopt,
      icon: Pencil,
      quick: true,
      // A credential without a person cannot be adopted.
      disabledReason: locked ?? (person.userToken === null ? t.nameless : undefined),
      onAction: () => onEdit(person),
    },
    {
      id: "delete",
      label: words.remove,
      icon: Trash2,
      quick: true,
      tone: "danger",
      disabledReason: person.state === "pending_removal" ? undefined : locked,
      onAction: () => onDelete(person),
    },
  ];
}

function Day({ value, none }: { value: string | null; none: string }) {
  return <span className="tabular whitespace-nowrap text-ink-2">{value === null ? none : formatDay(value)}</span>;
}

function Standing({ person }: { person: AxisUser }) {
  const now = useNow();
  const isOver = person.validTo !== null && Date.parse(person.validTo) <= now;
  return (
    <span className="flex flex-wrap gap-1.5">
      {!person.owned && <Pill tone="idle">{t.notOwned}</Pill>}
      {person.state !== null && <SyncPill state={person.state} of={personName(person)} href="/system-admin/sync" />}
      {person.sourceKind === "credential" && <Pill tone="accent">{t.endUser}</Pill>}
      {person.sourceKind === "weekly_code" && <Pill tone="accent">{t.weeklyCode}</Pill>}
      {isOver && <Pill tone="idle">{words.expired}</Pill>}
      {!isOver && person.credentialToken !== null && !person.enabled && <Pill tone="idle">{t.disabledOnDevice}</Pill>}
    </span>
  );
}
