import { useLocation, useNavigate } from "@tanstack/react-router";
import { lazyDialog, usePrefetched } from "#web/ui/lazy-dialog.tsx";
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
const DIALOGS = [ControllerDialog, ControllerUsersDialog, AccessPointsDialog, DeleteControllerDialog];

export function ControllerDialogs({ actions: { opened, close } }: { actions: ControllerActions }) {
  const navigate = useNavigate();
  const linked = useLocation({ select: (place) => String(Reflect.get(place.search, "controller") ?? "") });
  usePrefetched(DIALOGS);
  return (
    <>
      {opened?.dialog === "create" && <ControllerDialog controller={null} onClose={close} />}
      {opened?.dialog === "edit" && <ControllerDialog controller={opened.controller} onClose={close} />}
      {linked !== "" && (
        <LinkedControllerDialog id={linked} onClose={() => void navigate({ to: ".", search: {}, replace: true })} />
      )}
      {opened?.dialog === "users" && <ControllerUsersDialog controller={opened.controller} onClose={close} />}
      {opened?.dialog === "doors" && <AccessPointsDialog controller={opened.controller} onClose={close} />}
      {opened?.dialog === "delete" && <DeleteControllerDialog controller={opened.controller} onClose={close} />}
    </>
  );
}
