import { queryOptions } from "@tanstack/react-query";
import { webhookCredentials } from "#contract/functions/get-webhook-credentials.ts";
import { callFunction } from "#web/lib/calls/functions.ts";

export const WEBHOOK_KEY = ["webhook-credentials"] as const;

/** Reads credentials. Every read is audited, so it happens once per panel and is not cached. */
export function getWebhookCredentialsQueryOptions(controllerId: string) {
  return queryOptions({
    queryKey: [...WEBHOOK_KEY, controllerId],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
    queryFn: ({ signal }) =>
      callFunction(webhookCredentials.fn, webhookCredentials.reply, undefined, {
        method: "GET",
        query: { controller_id: controllerId },
        signal,
      }),
  });
}
