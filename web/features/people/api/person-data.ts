import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Erasure, personData } from "#contract/functions/person-data.ts";
import { callAction } from "#web/lib/calls/functions.ts";

/** Reads a person's data. Each reading is audited, so it is read once per visit and kept no longer. */
export function getPersonExportQueryOptions(id: string) {
  return queryOptions({
    queryKey: ["person-exports", id],
    queryFn: async ({ signal }) => (await callAction(personData.EXPORT, { end_user_id: id }, { signal })).person,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
}

/** Exports a person's data; rejects with a FunctionError. */
export function useExportPerson() {
  return useMutation({
    mutationFn: async (id: string) => (await callAction(personData.EXPORT, { end_user_id: id })).person,
  });
}

/** Erases a person. Resolves once every device confirms, after 10 s at most, with what is left. Rejects with a FunctionError. */
export function useErasePerson() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => (await callAction(personData.ERASE, { end_user_id: id })).erasure,
    onSuccess: () => {
      for (const noun of ["end-users", "credentials", "access-logs", "door-events", "erasures"])
        void client.invalidateQueries({ queryKey: [noun] });
    },
  });
}

/** Reads one erasure's present state; undefined when it is no longer listed. */
export async function readErasure(id: string, signal: AbortSignal): Promise<Erasure | undefined> {
  const { erasures } = await callAction(personData.ERASURES, {}, { signal });
  return erasures.find((erasure) => erasure.id === id);
}
