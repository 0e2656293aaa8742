// What the law gives a person: everything that is known of them, and its erasure.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { eraseReply, type personDataRequest, personExportReply } from "#contract/functions/person-data.ts";
import { callFunction } from "#web/lib/functions.ts";

type Request = z.infer<typeof personDataRequest>;

/** Everything that the portal knows of the person, as an export shows it. Rejects with a FunctionError. */
export function useExportPerson() {
  return useMutation({
    mutationFn: async (id: string) => {
      const request: Request = { action: "EXPORT", end_user_id: id };
      return (await callFunction("person-data", personExportReply, request)).person;
    },
  });
}

/** Answers when every device has proved it, after ten seconds at the latest, with what is left. Rejects with a FunctionError. */
export function useErasePerson() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      const request: Request = { action: "ERASE", end_user_id: id };
      return (await callFunction("person-data", eraseReply, request)).erasure;
    },
    onSuccess: () => {
      for (const noun of ["end-users", "credentials", "access-logs", "erasures"])
        void client.invalidateQueries({ queryKey: [noun] });
    },
  });
}
