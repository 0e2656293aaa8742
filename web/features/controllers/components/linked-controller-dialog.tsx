import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { BackendError } from "#web/lib/calls/errors.ts";
import { toastError, toastFailure } from "#web/ui/toasts/toast.tsx";
import { getControllerQueryOptions } from "../api/get-controller.ts";
import { AccessPointsDialog } from "../doors/components/access-points-dialog.tsx";
import { controllerDialogTexts } from "../texts/controller-dialog.sv.ts";
import { ControllerDialog } from "./controller-dialog.tsx";

const NO_SUCH_ROW = "PGRST116";

export interface LinkedControllerDialogProps {
  id: string;
  shows: "controller" | "doors";
  onClose: () => void;
}

export function LinkedControllerDialog({ id, shows, onClose }: LinkedControllerDialogProps) {
  const { data, error } = useQuery(getControllerQueryOptions(id));
  const giveUp = useEffectEvent((reason: Error) => {
    if (reason instanceof BackendError && reason.code === NO_SUCH_ROW)
      toastError("controller:open", controllerDialogTexts.gone);
    else toastFailure("controller:open", reason);
    onClose();
  });
  useEffect(() => {
    if (error) giveUp(error);
  }, [error]);
  if (!data) return null;
  return shows === "doors" ? (
    <AccessPointsDialog controller={data} onClose={onClose} />
  ) : (
    <ControllerDialog controller={data} onClose={onClose} />
  );
}
