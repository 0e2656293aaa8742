import { useQuery } from "@tanstack/react-query";
import { GitCompareArrows, ListChecks, RefreshCw, RotateCcw } from "lucide-react";
import { Link } from "react-aria-components";
import type { SyncState } from "#contract/devices.ts";
import type { SyncQueueRow } from "#contract/tables/sync-status.ts";
import { formatClock, formatDay, formatExact, formatNumber } from "#web/lib/dates.ts";
import { useListAddress } from "#web/lib/lists/list-address.ts";
import { useNow } from "#web/lib/now.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { RetryNote } from "#web/ui/note.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { SyncPill } from "#web/ui/sync-pill.tsx";
import { type RowAction, tableColumns } from "#web/ui/table/columns.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { pagingOf, useAddressTableState } from "#web/ui/table/use-table-state.ts";
import { getControllerStatesQueryOptions, isSyncPaused } from "../api/get-controller-states.ts";
import { getSyncQueueQueryOptions } from "../api/get-sync-queue.ts";
import { changeWords, nextTry, troubleWords } from "../queue-words.ts";
import { controllerOperationTexts } from "../texts/controller-operations.sv.ts";
import { syncTexts } from "../texts/sync-status.sv.ts";
import type { ControllerOperations } from "../use-controller-operations.ts";

export interface QueueCardProps {
  /** Null: all replicas that are out of step. */
  state: SyncState | null;
  /** Number of replicas in step, for the list's pager. */
  syncedTotal: number;
  /** Null for org admins. */
  operations: ControllerOperations | null;
  peoplePath: string;
  onShowAll: () => void;
}

export function QueueCard({ state, syncedTotal, operations, peoplePath, onShowAll }: QueueCardProps) {
  const table = useAddressTableState(useListAddress(), { sort: { key: "since", direction: "ascending" } });
  const query = useQuery(getSyncQueueQueryOptions({ state, from: table.from, rows: table.pageSize }));
  const rows = query.data;
  const total = state === "synced" ? syncedTotal : (rows?.[0]?.total ?? 0);
  if (query.isError && !rows)
    return <RetryNote onRetry={query.refetch}>{`${syncTexts.queueFailed}. ${query.error.message}`}</RetryNote>;
  return (
    <Card title={state === "synced" ? syncTexts.synced : syncTexts.queue} note={noteOf(rows, state, total)} flush>
      <DataTable
        bare
        navigable
        label={syncTexts.queue}
        columns={peoplePath.startsWith("/org") ? orgColumns : systemColumns}
        rows={rows}
        rowId={(row) => `${row.controller_id}.${row.source_id}`}
        rowName={(row) => row.controller_name}
        rowDetail={(row) => row.label}
        stale={query.isPlaceholderData}
        {...(operations && { rowActions: (row: SyncQueueRow) => rowActions(row, operations) })}
        paging={pagingOf(table, total)}
        empty={
          <EmptyState
            icon={ListChecks}
            title={syncTexts.emptyState}
            help={syncTexts.emptyStateHelp}
            action={<Button onPress={onShowAll}>{syncTexts.showAll}</Button>}
          />
        }
      />
    </Card>
  );
}

function noteOf(rows: readonly SyncQueueRow[] | undefined, state: SyncState | null, total: number): string {
  if (!rows || rows.length === 0 || state === "synced") return "";
  const controllers = new Set(rows.map((row) => row.controller_id)).size;
  return syncTexts.queueNote(
    formatNumber(total),
    total !== 1,
    syncTexts.controllersCount(formatNumber(controllers), controllers !== 1),
  );
}

function rowActions(row: SyncQueueRow, operations: ControllerOperations): RowAction[] {
  const target = { controller_id: row.controller_id, name: row.controller_name };
  const wait =
    operations.busyWith === row.controller_id ? controllerOperationTexts.comparing(row.controller_name) : undefined;
  return [
    {
      id: "sync",
      label: controllerOperationTexts.syncNow,
      icon: RefreshCw,
      quick: true,
      onAction: () => operations.syncNow(target),
    },
    {
      id: "compare",
      label: controllerOperationTexts.compare,
      icon: GitCompareArrows,
      disabledReason: wait,
      onAction: () => operations.compare(target),
    },
    {
      id: "rebuild",
      label: controllerOperationTexts.rebuild,
      icon: RotateCcw,
      tone: "danger",
      group: 1,
      onAction: () => operations.askRebuild(target),
    },
  ];
}

const column = tableColumns<SyncQueueRow>();

function makeColumns(peoplePath: string) {
  return column.columns([
    column.accessor("controller_name", {
      header: syncTexts.controller,
      cell: ({ row: { original } }) => (
        <span title={original.controller_name} className="line-clamp-2 font-name text-ink">
          {original.controller_name}
        </span>
      ),
      meta: { card: "title" },
    }),
    column.accessor("state", {
      header: syncTexts.state,
      cell: ({ row }) => <SyncPill state={row.original.state} />,
      meta: { width: "w-[24%] @4xl/list:w-44 @5xl/list:w-52" },
    }),
    column.accessor("last_error", { header: syncTexts.change, cell: ({ row }) => <Change row={row.original} /> }),
    column.accessor("label", {
      header: syncTexts.concerns,
      cell: ({ row }) => <Concerns row={row.original} peoplePath={peoplePath} />,
    }),
    column.accessor("since", {
      header: syncTexts.since,
      cell: ({ row }) => <Since value={row.original.since ?? row.original.synced_at} />,
      meta: { rank: 2, cardLabel: syncTexts.since, width: "w-28" },
    }),
    column.accessor("attempts", {
      header: syncTexts.attempts,
      cell: ({ row }) => formatNumber(row.original.attempts),
      meta: { rank: 3, align: "right", card: "hidden", width: "w-20" },
    }),
    column.accessor("next_try_at", {
      header: syncTexts.nextTry,
      cell: ({ row }) => <Next row={row.original} />,
      meta: { cardLabel: syncTexts.nextTry, width: "w-[17%] @4xl/list:w-32" },
    }),
  ]);
}

const systemColumns = makeColumns("/system-admin/end-users");
const orgColumns = makeColumns("/org-admin/end-users");

function Change({ row }: { row: SyncQueueRow }) {
  const trouble = troubleWords(row);
  return (
    <>
      <span title={changeWords(row)} className="block text-ink sm:truncate">
        {changeWords(row)}
      </span>
      {trouble && (
        <span title={trouble} className="block text-meta text-fail-ink sm:truncate">
          {trouble}
        </span>
      )}
    </>
  );
}

function Concerns({ row, peoplePath }: { row: SyncQueueRow; peoplePath: string }) {
  if (row.source_kind === "weekly_code") return <span className="text-ink-2">{syncTexts.everyDoor}</span>;
  const gone = row.source_kind === "credential" && row.end_user_id === null;
  const under = [row.organization_name, gone && syncTexts.gone].filter(Boolean).join(" · ");
  const name = (
    <span title={row.label} className="line-clamp-2 @4xl/list:line-clamp-1">
      {row.label}
    </span>
  );
  return (
    <>
      {row.end_user_id ? (
        <Link
          href={`${peoplePath}?person=${row.end_user_id}`}
          className="ring-focus block max-w-full -outline-offset-2 rounded-check text-ink data-hovered:underline"
        >
          {name}
        </Link>
      ) : (
        <span className="text-ink">{name}</span>
      )}
      {under && (
        <span title={under} className="block text-meta text-ink-2 sm:truncate">
          {under}
        </span>
      )}
    </>
  );
}

function Since({ value }: { value: string | null }) {
  const isToday = formatDay(value) === formatDay(useNow());
  return (
    <span className="tabular whitespace-nowrap text-ink-2" title={formatExact(value)}>
      {isToday ? formatClock(value) : formatDay(value)}
    </span>
  );
}

function Next({ row }: { row: SyncQueueRow }) {
  const { data: syncPaused = false } = useQuery({ ...getControllerStatesQueryOptions(), select: isSyncPaused });
  const next = nextTry(row, useNow(), syncPaused);
  if (next === null) return <span className="text-ink-3">{words.none}</span>;
  switch (next.kind) {
    case "running":
      return (
        <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-accent-ink">
          <Spinner size={14} />
          {syncTexts.running}
        </span>
      );
    case "paused":
      return <span className="text-ink-2">{syncTexts.whenEnabled}</span>;
    case "sync-paused":
      return <span className="text-ink-2">{syncTexts.whenResumed}</span>;
    case "soon":
      return <span className="text-ink-2">{syncTexts.soon}</span>;
    case "in":
      return <span className="tabular whitespace-nowrap text-ink-2">{next.words}</span>;
  }
}
