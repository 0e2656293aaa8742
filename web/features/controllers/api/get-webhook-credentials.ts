import { queryOptions } from "@tanstack/react-query";
import { webhookCredentialsReply } from "#contract/functions/get-webhook-credentials.ts";
import { callFunction } from "#web/lib/functions.ts";

export const WEBHOOK_KEY = ["webhook-credentials"] as const;

/** What the LPR system signs in with. Every reading is audited, so it is read once a panel and kept nowhere. */
export function getWebhookCredentialsQueryOptions(controllerId: string) {
  return queryOptions({
    queryKey: [...WEBHOOK_KEY, controllerId],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
    queryFn: ({ signal }) =>
      callFunction("get-webhook-credentials", webhookCredentialsReply, undefined, {
        method: "GET",
        query: { controller_id: controllerId },
        signal,
      }),
  });
}
