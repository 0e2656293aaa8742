import { useMutation, useQueryClient } from "@tanstack/react-query";
import { controllerManager } from "#contract/functions/controller-manager.ts";
import { callAction } from "#web/lib/calls/functions.ts";
import { withStepUp } from "#web/lib/session/step-up.ts";

/** Pins a certificate only if the device still presents it; waiting changes are retried at once. */
export function useTrustCertificate() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, fingerprint }: { id: string; fingerprint: string }) =>
      withStepUp("accept_certificate", () => callAction(controllerManager.TRUST_CERTIFICATE, { id, fingerprint })),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ["controllers"] }),
        client.invalidateQueries({ queryKey: ["sync"] }),
      ]),
  });
}
