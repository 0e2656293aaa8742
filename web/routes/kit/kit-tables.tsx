import { Pencil, Plus, Server, Trash2, Users } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import type { Sort } from "#web/ui/table/columns.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { toastSuccess } from "#web/ui/toasts/toast.tsx";
import { UNITS, type Unit, unitColumns } from "./units.tsx";

interface KitTablesProps {
  onEdit: () => void;
  onRemove: () => void;
}

export function KitTables({ onEdit, onRemove }: KitTablesProps) {
  const [sort, setSort] = useState<Sort>({ key: "name", direction: "ascending" });
  const [page, setPage] = useState(0);
  const actions = (unit: Unit) => [
    { id: "edit", label: "Redigera", icon: Pencil, quick: true, onAction: onEdit },
    { id: "users", label: "Användare", icon: Users, onAction: () => toastSuccess("kit:toast", unit.name) },
    {
      id: "remove",
      label: "Ta bort",
      icon: Trash2,
      quick: true,
      tone: "danger" as const,
      group: 2,
      onAction: onRemove,
    },
  ];
  return (
    <>
      <DataTable
        label="Styrenheter"
        columns={unitColumns}
        rows={UNITS}
        rowId={(unit) => unit.id}
        rowName={(unit) => unit.name}
        rowActions={actions}
        actionSlots={3}
        onDelete={onRemove}
        sort={sort}
        onSortChange={setSort}
        paging={{ page, pageSize: 50, total: 412, onPageChange: setPage, onPageSizeChange: () => undefined }}
        empty={<EmptyState icon={Server} title="Inga styrenheter hittades" action={null} />}
      />
      <DataTable
        label="Laddar"
        columns={unitColumns}
        rows={undefined}
        rowId={(unit) => unit.id}
        rowName={(unit) => unit.name}
        empty={null}
      />
      <DataTable
        label="Tom"
        columns={unitColumns}
        rows={[]}
        rowId={(unit) => unit.id}
        rowName={(unit) => unit.name}
        empty={
          <EmptyState
            icon={Users}
            title="Inga användare hittades"
            help="Lägg till den första, eller importera fordon."
            action={<Button icon={Plus}>Lägg till användare</Button>}
          />
        }
      />
    </>
  );
}
