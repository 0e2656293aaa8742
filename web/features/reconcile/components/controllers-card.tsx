import { Archive, GitCompareArrows, RefreshCw, RotateCcw, Server } from "lucide-react";
import { DEVICE_KINDS } from "#contract/devices.ts";
import type { ControllerState } from "#contract/tables/sync-status.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { words } from "#web/texts/words.sv.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { OnlinePill, Pill } from "#web/ui/pill.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { type RowAction, tableColumns } from "#web/ui/table/columns.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { FillLink } from "#web/ui/table/fill-link.tsx";
import { controllerOperationTexts } from "../texts/controller-operations.sv.ts";
import { controllerTrouble, syncTexts } from "../texts/sync-status.sv.ts";
import type { ControllerOperations } from "../use-controller-operations.ts";

const column = tableColumns<ControllerState>();
const columns = column.columns([
  column.accessor("name", {
    header: syncTexts.controller,
    cell: ({ row: { original } }) => (
      <span title={original.name} className="line-clamp-2 font-name text-ink">
        {original.name}
      </span>
    ),
    meta: { card: "title" },
  }),
  column.accessor("state", {
    header: words.status,
    cell: ({ row }) => <State unit={row.original} />,
  }),
  column.accessor("waiting", {
    header: syncTexts.waiting,
    cell: ({ row }) => formatNumber(row.original.waiting),
    meta: { align: "right", cardLabel: syncTexts.waiting, width: "w-24" },
  }),
  column.accessor("last_contact", {
    header: syncTexts.lastContact,
    cell: ({ row }) => <RelativeTime value={row.original.last_contact} fallback={syncTexts.never} always />,
    meta: { rank: 2, cardLabel: syncTexts.lastContact, width: "w-42" },
  }),
  column.accessor("last_full_at", {
    header: syncTexts.fullComparison,
    cell: ({ row }) => <RelativeTime value={row.original.last_full_at} fallback={syncTexts.never} always />,
    meta: { rank: 2, cardLabel: syncTexts.fullComparison, width: "w-48" },
  }),
]);

/** Lists controllers; gates have no worker and are left out. */
export function ControllersCard({
  controllers,
  operations,
}: {
  controllers: readonly ControllerState[] | undefined;
  operations: ControllerOperations;
}) {
  const doors = controllers?.filter((unit) => DEVICE_KINDS[unit.device_type] === "door");
  return (
    <Card title={syncTexts.controllers} flush>
      <DataTable
        bare
        label={syncTexts.controllers}
        columns={columns}
        rows={doors && [...doors].sort((one, other) => rank(one) - rank(other))}
        rowId={(unit) => unit.controller_id}
        rowName={(unit) => unit.name}
        rowActions={(unit) => rowActions(unit, operations)}
        actionSlots={3}
        empty={
          <EmptyState
            icon={Server}
            title={syncTexts.noControllers}
            help={syncTexts.noControllersHelp}
            action={<FillLink by="controller" />}
          />
        }
      />
    </Card>
  );
}

function rank({ state, waiting }: ControllerState): number {
  return state === "offline" ? 0 : waiting > 0 ? 1 : 2;
}

function State({ unit }: { unit: ControllerState }) {
  // During a pause of all workers, the last attempt is outdated.
  if (unit.workers_paused_at !== null && unit.state !== "paused") return <Pill tone="idle">{words.paused}</Pill>;
  switch (unit.state) {
    case "online":
      return <OnlinePill online />;
    case "paused":
      return <Pill tone="idle">{words.disabled}</Pill>;
    case "untested":
      return <Pill tone="idle">{syncTexts.untested}</Pill>;
    case "offline":
      return (
        <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
          <OnlinePill online={false} />
          {controllerTrouble(unit.last_error ?? "") !== controllerTrouble("unreachable") && (
            <span className="text-meta text-fail-ink">{controllerTrouble(unit.last_error ?? "")}</span>
          )}
        </span>
      );
  }
}

function rowActions(unit: ControllerState, operations: ControllerOperations): RowAction[] {
  const off = unit.state === "paused" ? words.disabled : undefined;
  return [
    {
      id: "sync",
      label: controllerOperationTexts.syncNow,
      icon: RefreshCw,
      quick: true,
      disabledReason: off ?? (unit.workers_paused_at === null ? undefined : words.paused),
      onAction: () => operations.syncNow(unit),
    },
    {
      id: "compare",
      label: controllerOperationTexts.compare,
      icon: GitCompareArrows,
      quick: true,
      disabledReason: off,
      busy: operations.busyWith === unit.controller_id,
      onAction: () => operations.compare(unit),
    },
    {
      id: "rebuild",
      label: controllerOperationTexts.rebuild,
      icon: RotateCcw,
      tone: "danger",
      group: 1,
      onAction: () => operations.askRebuild(unit),
    },
    {
      id: "retire",
      label: controllerOperationTexts.retire,
      icon: Archive,
      tone: "danger",
      group: 1,
      disabledReason: unit.state === "online" ? controllerOperationTexts.retireOnline : undefined,
      onAction: () => operations.askRetire(unit),
    },
  ];
}
