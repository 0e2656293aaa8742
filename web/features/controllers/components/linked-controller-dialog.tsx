import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { BackendError } from "#web/lib/calls/errors.ts";
import { endToasts, toastError, toastFailure } from "#web/ui/toasts/toast.tsx";
import { getControllerQueryOptions } from "../api/get-controller.ts";
import { AccessPointsDialog } from "../doors/components/access-points-dialog.tsx";
import { controllerDialogTexts } from "../texts/controller-dialog.sv.ts";
import type { ControllerActions } from "../use-controller-actions.ts";
import { ControllerDialog } from "./controller-dialog.tsx";
import { DeleteControllerDialog } from "./delete-controller-dialog.tsx";

const NO_SUCH_ROW = "PGRST116";

export interface LinkedControllerDialogProps {
  id: string;
  shows: "controller" | "doors" | "removal";
  actions: ControllerActions;
  onClose: () => void;
}

export function LinkedControllerDialog({ id, shows, actions, onClose }: LinkedControllerDialogProps) {
  const { data, error } = useQuery(getControllerQueryOptions(id));
  const giveUp = useEffectEvent((reason: Error) => {
    if (reason instanceof BackendError && reason.code === NO_SUCH_ROW)
      toastError("controller:open", controllerDialogTexts.gone);
    else toastFailure("controller:open", reason);
    onClose();
  });
  useEffect(() => endToasts("controller:open"), [id]);
  useEffect(() => {
    if (error) giveUp(error);
  }, [error]);
  if (!data) return null;
  if (shows === "doors") return <AccessPointsDialog controller={data} onClose={onClose} />;
  if (shows === "controller") return <ControllerDialog controller={data} onClose={onClose} />;
  return <DeleteControllerDialog controller={data} actions={actions} onClose={onClose} />;
}
