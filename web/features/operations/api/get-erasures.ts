// Reads erasures, again while a device still holds something.
import { queryOptions } from "@tanstack/react-query";
import { type Erasure, personData } from "#contract/functions/person-data.ts";
import { callAction } from "#web/lib/calls/functions.ts";

const REFRESH_MS = 15_000;

export function getErasuresQueryOptions() {
  return queryOptions<Erasure[]>({
    queryKey: ["erasures", "list"],
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ replicas_remaining }) => replicas_remaining > 0) ? REFRESH_MS : false,
    queryFn: async ({ signal }) => (await callAction(personData.ERASURES, {}, { signal })).erasures,
  });
}
