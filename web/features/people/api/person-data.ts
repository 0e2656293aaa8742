import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import {
  type Erasure,
  eraseReply,
  erasuresReply,
  type personDataRequest,
  personExportReply,
} from "#contract/functions/person-data.ts";
import { callFunction } from "#web/lib/calls/functions.ts";

type Request = z.infer<typeof personDataRequest>;

/** Reads a person's data. Each reading is audited, so it is read once per visit and kept no longer. */
export function getPersonExportQueryOptions(id: string) {
  return queryOptions({
    queryKey: ["person-exports", id],
    queryFn: async ({ signal }) => {
      const request: Request = { action: "EXPORT", end_user_id: id };
      return (await callFunction("person-data", personExportReply, request, { signal })).person;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
}

/** Exports a person's data; rejects with a FunctionError. */
export function useExportPerson() {
  return useMutation({
    mutationFn: async (id: string) => {
      const request: Request = { action: "EXPORT", end_user_id: id };
      return (await callFunction("person-data", personExportReply, request)).person;
    },
  });
}

/** Erases a person. Resolves once every device confirms, after 10 s at most, with what is left. Rejects with a FunctionError. */
export function useErasePerson() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      const request: Request = { action: "ERASE", end_user_id: id };
      return (await callFunction("person-data", eraseReply, request)).erasure;
    },
    onSuccess: () => {
      for (const noun of ["end-users", "credentials", "access-logs", "door-events", "erasures"])
        void client.invalidateQueries({ queryKey: [noun] });
    },
  });
}

/** Reads one erasure's present state; undefined when it is no longer listed. */
export async function readErasure(id: string, signal: AbortSignal): Promise<Erasure | undefined> {
  const request: Request = { action: "ERASURES" };
  const { erasures } = await callFunction("person-data", erasuresReply, request, { signal });
  return erasures.find((erasure) => erasure.id === id);
}
