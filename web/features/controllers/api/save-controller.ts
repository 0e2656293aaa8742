import { useMutation, useQueryClient } from "@tanstack/react-query";
import { controllerManagerReply } from "#contract/functions/controller-manager.ts";
import type { ControllerRow } from "#contract/tables/controllers.ts";
import { callFunction } from "#web/lib/functions.ts";
import { withStepUp } from "#web/lib/step-up.ts";
import type { SettledValues } from "../use-contact.ts";
import { CONTROLLERS_KEY } from "./get-controllers.ts";

export interface ControllerToSave {
  id: string | null;
  values: SettledValues;
}

/** A blank password keeps the stored one; a new device address requires re-authentication. Resolves with the row. */
export function useSaveController() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, values }: ControllerToSave): Promise<ControllerRow> => {
      const isLpr = values.device_type === "axxon_lpr" || values.device_type === "axis_lpv";
      const payload = {
        ...values,
        macro_id: isLpr ? (values.macro_id ?? "") : "",
        list_sync: isLpr && (values.list_sync ?? false),
        frame_source: values.device_type === "axxon_lpr" ? (values.frame_source ?? "") : "",
        relay_request: values.device_type === "http_relay" ? values.relay_request : undefined,
      };
      const body = id === null ? { action: "CREATE", payload } : { action: "UPDATE", id, payload };
      return (await withStepUp(() => callFunction("controller-manager", controllerManagerReply, body))).controller;
    },
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: CONTROLLERS_KEY }),
        // The first controller creates the default organisation (specification section 9).
        client.invalidateQueries({ queryKey: ["organizations"] }),
      ]),
  });
}
