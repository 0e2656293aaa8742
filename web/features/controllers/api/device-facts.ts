// Facts that the device reported at the last contact. Only the server writes them.
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { z } from "zod";
import { controllerManager } from "#contract/functions/controller-manager.ts";
import { tlsVersionSchema } from "#contract/tls.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { callAction } from "#web/lib/calls/functions.ts";
import { readRow } from "#web/lib/calls/rows.ts";
import { withStepUp } from "#web/lib/session/step-up.ts";
import { CONTROLLERS_KEY } from "./get-controllers.ts";

const deviceFacts = z.object({
  model: z.string().nullable(),
  firmware: z.string().nullable(),
  serial: z.string().nullable(),
  cert_sha256: z.string().nullable(),
  cert_subject: z.string().nullable(),
  cert_valid_to: z.string().nullable(),
  /** Null: pinned at the first contact, and nobody has compared the certificate. */
  cert_accepted_at: z.string().nullable(),
  allow_old_tls: z.boolean(),
  /** The version agreed on at the last contact. */
  tls_version: tlsVersionSchema.nullable(),
  last_sync: z.string().nullable(),
  /** The unit counts validity in whole days, so the portal keeps the times. */
  whole_days: z.boolean(),
  macro_id: z.string().nullable(),
  /** The macro that the server last reported as switched off. */
  disabled_macro_id: z.string().nullable(),
  missing_macro_id: z.string().nullable(),
  /** Set for a camera that pushes its reads. */
  push_skew_ms: z.number().nullable(),
  /** The latest refused call for the gate that left no passage, and its cause (contract/refused-calls.ts). */
  refused_at: z.string().nullable(),
  refused_cause: z.string().nullable(),
  /** The other controller that already uses the network's shared store, so that this unit is refused. */
  shares_system_with: z.string().nullable(),
});
const named = z.object({ name: z.string() });
export type DeviceFacts = z.infer<typeof deviceFacts> & { sharesWith: { id: string; name: string } | null };

const KEY = [...CONTROLLERS_KEY, "facts"] as const;

export function getDeviceFactsQueryOptions(id: string) {
  return queryOptions({
    queryKey: [...KEY, id],
    queryFn: async ({ signal }): Promise<DeviceFacts> => {
      const facts = await readRow(
        deviceFacts,
        backend
          .from("controllers")
          .select(
            "model, firmware, serial, cert_sha256, cert_subject, cert_valid_to, cert_accepted_at, allow_old_tls, tls_version, last_sync, whole_days, shares_system_with, macro_id, disabled_macro_id, missing_macro_id, push_skew_ms, refused_at, refused_cause",
          )
          .eq("id", id)
          .abortSignal(signal)
          .single(),
      );
      const other = facts.shares_system_with;
      if (other === null) return { ...facts, sharesWith: null };
      const asked = backend.from("controllers").select("name").eq("id", other).abortSignal(signal).single();
      return { ...facts, sharesWith: { id: other, ...(await readRow(named, asked)) } };
    },
  });
}

/** Accepts the pinned certificate, if the device still presents it. */
export function useAcceptCertificate(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (fingerprint: string) =>
      withStepUp("accept_certificate", () => callAction(controllerManager.TRUST_CERTIFICATE, { id, fingerprint })),
    onSettled: () => client.invalidateQueries({ queryKey: CONTROLLERS_KEY }),
  });
}
