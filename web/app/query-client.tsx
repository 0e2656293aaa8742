// The query cache of the two areas. /auth has none and does not load it.
import { MutationCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { isRetryable } from "#web/lib/calls/errors.ts";
import { networkState } from "#web/lib/calls/network-state.ts";
import { onPersonLeft } from "#web/lib/session/person-left.ts";
import { sessionState } from "#web/lib/session/session.ts";
import { CONNECTION, endToasts } from "#web/ui/toasts/toast.tsx";

const MOST_RETRIES = 2;
const FRESH_MS = 10_000;

/** "always": lib/calls/network-state.ts judges the connection, since on a local network the browser may believe that it is offline. */
const queryClient = new QueryClient({
  // A failure caused by a lost connection stays visible until an operation succeeds: an answering server alone does not repair it.
  mutationCache: new MutationCache({ onSuccess: () => endToasts(CONNECTION) }),
  defaultOptions: {
    queries: {
      networkMode: "always",
      staleTime: FRESH_MS,
      retry: (failures, error) => failures < MOST_RETRIES && isRetryable(error),
      refetchOnWindowFocus: true,
    },
    mutations: { networkMode: "always", retry: false },
  },
});

onPersonLeft(() => queryClient.clear());

let before = sessionState.get();
sessionState.subscribe(() => {
  const now = sessionState.get();
  // After re-authentication on an open page, failed queries run again.
  if (before.status === "expired" && now.status === "signed-in") void queryClient.invalidateQueries();
  before = now;
});

let wasLost = false;
networkState.subscribe(() => {
  const lost = networkState.get().status === "lost";
  if (wasLost && !lost) void queryClient.invalidateQueries();
  wasLost = lost;
});

export function QueryProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
