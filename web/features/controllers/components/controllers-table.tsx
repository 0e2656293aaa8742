import type { ReactNode } from "react";
import { formatDeviceAddress } from "#web/lib/controllers/device-address.ts";
import { titles } from "#web/texts/titles.sv.ts";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { pagingOf, type TableState } from "#web/ui/table/use-table-state.ts";
import type { ListedController } from "../api/get-controllers.ts";
import { controllerRowActions } from "../controller-row-actions.ts";
import type { ControllerActions } from "../use-controller-actions.ts";
import { controllerColumns } from "./controller-columns.tsx";

export interface ControllersTableProps {
  rows: readonly ListedController[] | undefined;
  total: number;
  stale: boolean;
  state: TableState;
  empty: ReactNode;
  answering: ReadonlySet<string>;
  actions: ControllerActions;
}

export function ControllersTable({ rows, total, stale, state, empty, answering, actions }: ControllersTableProps) {
  return (
    <DataTable
      label={titles.controllers.title}
      columns={controllerColumns}
      rows={rows}
      rowId={(controller) => controller.id}
      rowName={(controller) => controller.name}
      rowDetail={({ device_ip, device_port }) => formatDeviceAddress(device_ip, device_port)}
      rowActions={(controller) => controllerRowActions(controller, actions, answering.has(controller.id))}
      onOpen={(controller) => actions.open({ dialog: "edit", controller })}
      onDelete={(controller) => actions.open({ dialog: "delete", controller })}
      stale={stale}
      sort={state.sort}
      onSortChange={state.setSort}
      paging={pagingOf(state, total)}
      actionSlots={4}
      empty={empty}
    />
  );
}
