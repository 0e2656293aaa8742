import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { DEVICE_TRAITS } from "#contract/devices.ts";
import { controllerManager, type SeenController } from "#contract/functions/controller-manager.ts";
import type { ControllerRow } from "#contract/tables/controllers.ts";
import { callAction } from "#web/lib/calls/functions.ts";
import { withStepUp } from "#web/lib/session/step-up.ts";
import type { SettledValues } from "../use-contact.ts";
import { CONTROLLERS_KEY, CONTROLLERS_LIST_KEY } from "./get-controllers.ts";

export interface ControllerToSave {
  /** Null: a new controller. */
  stored: { id: string; seen: SeenController } | null;
  values: SettledValues;
}

/** Saves a controller and resolves with the row. A blank password keeps the stored one; a new device address requires re-authentication. */
export function useSaveController() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ stored, values }: ControllerToSave): Promise<ControllerRow> => {
      const { opensBy, keepsList, keepsImages } = DEVICE_TRAITS[values.device_type];
      const payload = {
        ...values,
        macro_id: opensBy === "macro" || opensBy === "output" ? (values.macro_id ?? "") : "",
        list_sync: keepsList && (values.list_sync ?? false),
        frame_source: keepsImages ? (values.frame_source ?? "") : "",
        relay_request: opensBy === "request" ? values.relay_request : undefined,
      };
      const { controller } = await withStepUp("save_controller", () =>
        stored === null
          ? callAction(controllerManager.CREATE, { payload })
          : callAction(controllerManager.UPDATE, { ...stored, payload }),
      );
      return controller;
    },
    onSuccess: () => refresh(client),
    // Somebody else may have changed the controller: its row opens it again with what is stored.
    onError: () => void client.invalidateQueries({ queryKey: CONTROLLERS_LIST_KEY }),
  });
}

/** Saves only the macro that opens a gate. */
export function useSaveMacro(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (macro_id: string) =>
      withStepUp("save_controller", () => callAction(controllerManager.UPDATE, { id, payload: { macro_id } })),
    onSuccess: () => refresh(client),
  });
}

const refresh = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: CONTROLLERS_KEY }),
    // The first controller creates the default organisation (docs/requirements.md, section 9).
    client.invalidateQueries({ queryKey: ["organizations"] }),
  ]);
