import {
  Activity,
  Archive,
  DoorOpen,
  ListChecks,
  Pencil,
  PlugZap,
  RefreshCcwDot,
  RefreshCw,
  RotateCcw,
  Stethoscope,
  Trash2,
  Users,
} from "lucide-react";
import { DEVICE_KINDS } from "#contract/devices.ts";
import { controllerOperationTexts } from "#web/features/reconcile/texts/controller-operations.sv.ts";
import { words } from "#web/texts/words.sv.ts";
import type { RowAction } from "#web/ui/table/columns.ts";
import type { ListedController } from "./api/get-controllers.ts";
import { controllersTexts as t } from "./texts/controllers.sv.ts";
import type { ControllerActions } from "./use-controller-actions.ts";

/** Returns the actions. `answers`: the controller answered the last attempt, so it cannot be retired. */
export function controllerRowActions(
  controller: ListedController,
  actions: ControllerActions,
  answers: boolean,
): RowAction[] {
  const { device_type, enabled, list_sync } = controller;
  const { open, shared } = actions;
  const hasDoors = DEVICE_KINDS[device_type] === "door";
  // Nothing is written to a gate whose server keeps no list.
  const isSynced = hasDoors || list_sync;
  const all: (RowAction | false)[] = [
    ...(hasDoors ? doorActions(controller, actions) : []),
    testAction(controller, actions),
    !hasDoors && {
      id: "setup",
      label: t.setupGate,
      icon: ListChecks,
      onAction: () => open({ dialog: "setup", controller }),
      group: "controller",
    },
    hasDoors && {
      id: "examine",
      label: t.examine,
      icon: Stethoscope,
      onAction: () => open({ dialog: "examine", controller }),
      group: "controller",
    },
    isSynced && {
      id: "sync-status",
      label: t.showSync,
      icon: Activity,
      onAction: actions.showSync,
      group: "controller",
    },
    isSynced && {
      id: "sync-now",
      label: controllerOperationTexts.syncNow,
      icon: RefreshCcwDot,
      onAction: () => shared.syncNow(targetOf(controller)),
      disabledReason: enabled ? undefined : words.disabled,
      group: "controller",
    },
    {
      id: "edit",
      label: words.edit,
      icon: Pencil,
      onAction: () => open({ dialog: "edit", controller }),
      quick: true,
      group: "controller",
    },
    ...removals(controller, actions, answers),
  ];
  return all.filter((action) => action !== false);
}

function testAction(controller: ListedController, actions: ControllerActions): RowAction {
  const isTested = actions.testing.includes(controller.id);
  return {
    id: "test",
    label: t.test,
    icon: PlugZap,
    onAction: () => {
      if (!isTested) actions.test(controller);
    },
    quick: true,
    busy: isTested,
    group: "controller",
  };
}

const targetOf = ({ id, name }: ListedController) => ({ controller_id: id, name });

function doorActions(controller: ListedController, { open, syncDoors, syncing }: ControllerActions): RowAction[] {
  const { id } = controller;
  return [
    {
      id: "users",
      label: t.users,
      icon: Users,
      onAction: () => open({ dialog: "users", controller }),
      quick: true,
      group: "doors",
    },
    {
      id: "sync-doors",
      label: t.syncDoors,
      icon: RefreshCw,
      onAction: () => syncDoors(controller),
      busy: syncing.includes(id),
      group: "doors",
    },
    {
      id: "manage-doors",
      label: t.manageDoors,
      icon: DoorOpen,
      onAction: () => open({ dialog: "doors", controller }),
      group: "doors",
    },
    {
      id: "setup",
      label: t.setup,
      icon: ListChecks,
      onAction: () => open({ dialog: "setup", controller }),
      group: "doors",
    },
  ];
}

function removals(
  controller: ListedController,
  { open, shared }: ControllerActions,
  answers: boolean,
): (RowAction | false)[] {
  const hasDoors = DEVICE_KINDS[controller.device_type] === "door";
  return [
    hasDoors && {
      id: "rebuild",
      label: controllerOperationTexts.rebuild,
      icon: RotateCcw,
      onAction: () => shared.askRebuild(targetOf(controller)),
      tone: "danger",
      group: "delete",
    },
    {
      id: "delete",
      label: words.remove,
      icon: Trash2,
      onAction: () => open({ dialog: "delete", controller }),
      tone: "danger",
      group: "delete",
    },
    hasDoors && {
      id: "retire",
      label: controllerOperationTexts.retire,
      icon: Archive,
      onAction: () => shared.askRetire(targetOf(controller)),
      disabledReason: answers ? controllerOperationTexts.retireOnline : undefined,
      tone: "danger",
      group: "retire",
    },
  ];
}
