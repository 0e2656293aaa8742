import { useLocation, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { DEVICE_KINDS } from "#contract/devices.ts";
import type { ControllerRow } from "#contract/tables/controllers.ts";
import { REMOVE } from "#web/lib/lists/linked-parameter.ts";
import { changedSearch } from "#web/lib/lists/list-address.ts";
import { lazyDialog, usePrefetched } from "#web/ui/lazy/lazy-dialog.tsx";
import type { ControllerActions } from "../use-controller-actions.ts";

export const ControllerDialog = lazyDialog(
  () => import("./controller-dialog.tsx"),
  (module) => module.ControllerDialog,
);
const LinkedControllerDialog = lazyDialog(
  () => import("./linked-controller-dialog.tsx"),
  (module) => module.LinkedControllerDialog,
);
const DeleteControllerDialog = lazyDialog(
  () => import("./delete-controller-dialog.tsx"),
  (module) => module.DeleteControllerDialog,
);
const AccessPointsDialog = lazyDialog(
  () => import("../doors/components/access-points-dialog.tsx"),
  (module) => module.AccessPointsDialog,
);
const ControllerUsersDialog = lazyDialog(
  () => import("../users/components/controller-users-dialog.tsx"),
  (module) => module.ControllerUsersDialog,
);
const ExamineDialog = lazyDialog(
  () => import("./examine-dialog.tsx"),
  (module) => module.ExamineDialog,
);
const SetupDialog = lazyDialog(
  () => import("../setup/setup-dialog.tsx"),
  (module) => module.SetupDialog,
);
const GateSetupDialog = lazyDialog(
  () => import("../setup/gate-setup-dialog.tsx"),
  (module) => module.GateSetupDialog,
);
const DIALOGS = [
  ControllerDialog,
  ControllerUsersDialog,
  AccessPointsDialog,
  DeleteControllerDialog,
  SetupDialog,
  GateSetupDialog,
  ExamineDialog,
];

interface ControllerSetupDialogProps {
  controller: ControllerRow;
  assign: ControllerDialogsProps["assign"];
  onClose: () => void;
}

/** Shows the next steps for a new controller, those of its doors or of its gate. */
function ControllerSetupDialog({ controller, assign, onClose }: ControllerSetupDialogProps) {
  const hasDoors = DEVICE_KINDS[controller.device_type] === "door";
  const Steps = hasDoors ? SetupDialog : GateSetupDialog;
  return <Steps controller={controller} assign={assign(controller.id, hasDoors)} onClose={onClose} />;
}

export interface ControllerDialogsProps {
  actions: ControllerActions;
  /** Shows who a new controller is for; the organisations' feature provides it. */
  assign: (controllerId: string, hasDoors: boolean) => ReactNode;
}

export function ControllerDialogs({ actions, assign }: ControllerDialogsProps) {
  const { opened, openNext, close } = actions;
  const navigate = useNavigate();
  const controller = useLocation({ select: (place) => String(Reflect.get(place.search, "controller") ?? "") });
  const doorsOf = useLocation({ select: (place) => String(Reflect.get(place.search, "doors") ?? "") });
  const removed = useLocation({ select: (place) => String(Reflect.get(place.search, REMOVE) ?? "") });
  const linked = controller || doorsOf || removed;
  const unlink = () =>
    void navigate({
      to: ".",
      search: (now: object) => changedSearch(now, { controller: null, doors: null, [REMOVE]: null }),
      replace: true,
    });
  usePrefetched(DIALOGS);
  return (
    <>
      {opened?.dialog === "create" && (
        <ControllerDialog
          controller={null}
          onClose={close}
          onCreated={(made) => openNext({ dialog: "setup", controller: made })}
        />
      )}
      {opened?.dialog === "edit" && <ControllerDialog controller={opened.controller} onClose={close} />}
      {linked !== "" && (
        <LinkedControllerDialog
          id={linked}
          shows={controller ? "controller" : doorsOf ? "doors" : "removal"}
          actions={actions}
          onClose={unlink}
        />
      )}
      {opened?.dialog === "users" && <ControllerUsersDialog controller={opened.controller} onClose={close} />}
      {opened?.dialog === "doors" && <AccessPointsDialog controller={opened.controller} onClose={close} />}
      {opened?.dialog === "examine" && <ExamineDialog controller={opened.controller} onClose={close} />}
      {opened?.dialog === "setup" && (
        <ControllerSetupDialog controller={opened.controller} assign={assign} onClose={close} />
      )}
      {opened?.dialog === "delete" && (
        <DeleteControllerDialog controller={opened.controller} actions={actions} onClose={close} />
      )}
    </>
  );
}
