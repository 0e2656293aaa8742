import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { restoreConfirmReply, restoreStatusReply } from "#contract/functions/restore-control.ts";
import { callFunction } from "#web/lib/calls/functions.ts";

const KEY = ["operations", "restore"] as const;

export function getRestoreStatusQueryOptions() {
  return queryOptions({
    queryKey: KEY,
    queryFn: ({ signal }) => callFunction("restore-control", restoreStatusReply, { action: "STATUS" }, { signal }),
  });
}

export function useInspectDevices() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callFunction("restore-control", restoreStatusReply, { action: "INSPECT" }),
    onSuccess: (status) => client.setQueryData(KEY, status),
  });
}

export interface RestoreChoice {
  grantAgain: readonly string[];
  remove: readonly { controller_id: string; source_id: string }[];
}

export function useConfirmRestore() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ grantAgain, remove }: RestoreChoice) =>
      callFunction("restore-control", restoreConfirmReply, { action: "CONFIRM", grant_again: grantAgain, remove }),
    onSuccess: () => client.invalidateQueries(),
  });
}
