import {
  Activity,
  Archive,
  DoorOpen,
  Pencil,
  PlugZap,
  RefreshCcwDot,
  RefreshCw,
  RotateCcw,
  Trash2,
  Users,
} from "lucide-react";
import type { ReactNode } from "react";
import { PAGE_SIZE } from "#contract/limits.ts";
import { type ChangedCertificate, changedCertificate } from "#web/lib/changed-certificate.ts";
import { errorSentence } from "#web/lib/errors.ts";
import { controllerOperationTexts } from "#web/texts/controller-operations.ts";
import { controllersTexts as t } from "#web/texts/controllers.ts";
import { titles } from "#web/texts/titles.ts";
import { words } from "#web/texts/words.ts";
import type { RowAct } from "#web/ui/table/columns.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import type { TableState } from "#web/ui/table/use-table-state.ts";
import { toastError, toastSuccess } from "#web/ui/toast.tsx";
import type { ListedController } from "../api/get-controllers.ts";
import { useTestController, useTestedNow } from "../api/test-connection.ts";
import { describeDevice } from "../describe-device.ts";
import { controllerColumns } from "./controller-columns.tsx";

export interface ControllersTableProps {
  /** undefined while the first load runs. */
  rows: readonly ListedController[] | undefined;
  total: number;
  stale: boolean;
  state: TableState;
  empty: ReactNode;
  /** Ids of controllers that answered at the last attempt: those are not retired. */
  answering: ReadonlySet<string>;
  /** Ids of controllers whose doors are being read now. */
  syncing: readonly string[];
  onEdit: (controller: ListedController) => void;
  onDelete: (controller: ListedController) => void;
  onSyncDoors: (controller: ListedController) => void;
  onShowUsers: (controller: ListedController) => void;
  onManageDoors: (controller: ListedController) => void;
  onShowSync: () => void;
  onSyncNow: (controller: ListedController) => void;
  onRebuild: (controller: ListedController) => void;
  onRetire: (controller: ListedController) => void;
  /** A test met another certificate than the pinned one. */
  onCertificateChanged: (changed: ChangedCertificate) => void;
}

export function ControllersTable(props: ControllersTableProps) {
  const { rows, total, stale, state, empty, syncing, onEdit, onDelete } = props;
  const tested = useTestedNow();
  const test = useTestController({
    onAnswer: ({ name, device_type }, reply) =>
      toastSuccess(t.testedName(name, describeDevice(device_type, reply)), { title: t.testOk }),
    onFailure: (controller, error) => {
      const changed = changedCertificate(controller, error);
      if (changed) props.onCertificateChanged(changed);
      else toastError(t.testedName(controller.name, errorSentence(error)), { title: t.testFailed });
    },
  });

  function acts(controller: ListedController): RowAct[] {
    const isTested = tested.includes(controller.id);
    const all: (RowAct | false)[] = [
      controller.device_type === "axis" && {
        id: "users",
        label: t.users,
        icon: Users,
        onAction: () => props.onShowUsers(controller),
        quick: true,
        group: "doors",
      },
      controller.device_type === "axis" && {
        id: "sync-doors",
        label: t.syncDoors,
        icon: RefreshCw,
        onAction: () => props.onSyncDoors(controller),
        busy: syncing.includes(controller.id),
        group: "doors",
      },
      controller.device_type === "axis" && {
        id: "manage-doors",
        label: t.manageDoors,
        icon: DoorOpen,
        onAction: () => props.onManageDoors(controller),
        group: "doors",
      },
      {
        id: "test",
        label: t.test,
        fullLabel: `${t.test} ${controller.name}`,
        icon: PlugZap,
        onAction: () => {
          if (!isTested) test.mutate(controller);
        },
        quick: true,
        busy: isTested,
        group: "controller",
      },
      isSynced(controller) && {
        id: "sync-status",
        label: t.showSync,
        icon: Activity,
        onAction: props.onShowSync,
        group: "controller",
      },
      isSynced(controller) && {
        id: "sync-now",
        label: controllerOperationTexts.syncNow,
        icon: RefreshCcwDot,
        onAction: () => props.onSyncNow(controller),
        disabledReason: controller.enabled ? undefined : words.disabled,
        group: "controller",
      },
      {
        id: "edit",
        label: words.edit,
        icon: Pencil,
        onAction: () => onEdit(controller),
        quick: true,
        group: "controller",
      },
      controller.device_type === "axis" && {
        id: "rebuild",
        label: controllerOperationTexts.rebuild,
        icon: RotateCcw,
        onAction: () => props.onRebuild(controller),
        tone: "danger",
        group: "delete",
      },
      controller.device_type === "axis" && {
        id: "retire",
        label: controllerOperationTexts.retire,
        icon: Archive,
        onAction: () => props.onRetire(controller),
        disabledReason: props.answering.has(controller.id) ? controllerOperationTexts.retireOnline : undefined,
        tone: "danger",
        group: "delete",
      },
      {
        id: "delete",
        label: words.remove,
        icon: Trash2,
        onAction: () => onDelete(controller),
        tone: "danger",
        group: "delete",
      },
    ];
    return all.filter((act) => act !== false);
  }

  return (
    <DataTable
      label={titles.controllers.title}
      columns={controllerColumns}
      rows={rows}
      rowId={(controller) => controller.id}
      rowName={(controller) => controller.name}
      rowActs={acts}
      onOpen={onEdit}
      onDelete={onDelete}
      stale={stale}
      sort={state.sort}
      onSortChange={state.setSort}
      paging={
        total > PAGE_SIZE
          ? {
              page: state.page,
              pageSize: state.pageSize,
              total,
              onPageChange: state.setPage,
              onPageSizeChange: state.setPageSize,
            }
          : undefined
      }
      empty={empty}
    />
  );
}

/** Doors, and gates whose server keeps a list: nothing is written to any other gate. */
function isSynced({ device_type, list_sync }: ListedController): boolean {
  return device_type === "axis" || list_sync;
}
