import { useMutation, useQueryClient } from "@tanstack/react-query";
import { controllerManagerReply } from "#contract/functions/controller-manager.ts";
import { callFunction } from "#web/lib/calls/functions.ts";
import { withStepUp } from "#web/lib/session/step-up.ts";
import { CONTROLLERS_KEY } from "./get-controllers.ts";

/** Allows or ends old TLS. `fingerprint` is the certificate of the permission; null ends it. */
export function useOldTls(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (fingerprint: string | null) => {
      const body = fingerprint === null ? { action: "FORBID_OLD_TLS" } : { action: "ALLOW_OLD_TLS", fingerprint };
      return withStepUp("change_old_tls", () =>
        callFunction("controller-manager", controllerManagerReply, { ...body, id }),
      );
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: CONTROLLERS_KEY }),
        client.invalidateQueries({ queryKey: ["sync"] }),
      ]),
  });
}
