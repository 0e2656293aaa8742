import { useMutation, useQueryClient } from "@tanstack/react-query";
import { controllerManager } from "#contract/functions/controller-manager.ts";
import { callAction } from "#web/lib/calls/functions.ts";
import { withStepUp } from "#web/lib/session/step-up.ts";
import { CONTROLLERS_KEY } from "./get-controllers.ts";

/** Allows or ends old TLS. `fingerprint` is the certificate of the permission; null ends it. */
export function useOldTls(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (fingerprint: string | null) =>
      withStepUp("change_old_tls", () =>
        fingerprint === null
          ? callAction(controllerManager.FORBID_OLD_TLS, { id })
          : callAction(controllerManager.ALLOW_OLD_TLS, { id, fingerprint }),
      ),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: CONTROLLERS_KEY }),
        client.invalidateQueries({ queryKey: ["sync"] }),
      ]),
  });
}
