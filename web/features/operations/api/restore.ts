import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { restoreControl } from "#contract/functions/restore-control.ts";
import { callAction } from "#web/lib/calls/functions.ts";

const KEY = ["operations", "restore"] as const;

export function getRestoreStatusQueryOptions() {
  return queryOptions({
    queryKey: KEY,
    queryFn: ({ signal }) => callAction(restoreControl.STATUS, {}, { signal }),
  });
}

/** Reads every controller that waits; the answer is the new status. */
export function useInspectDevices() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callAction(restoreControl.INSPECT, {}),
    onSuccess: (status) => client.setQueryData(KEY, status),
  });
}

export interface RestoreChoice {
  grantAgain: readonly string[];
  remove: readonly { controller_id: string; source_id: string }[];
}

/** Confirms the restore, after which everything is read again. */
export function useConfirmRestore() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ grantAgain, remove }: RestoreChoice) =>
      callAction(restoreControl.CONFIRM, { grant_again: [...grantAgain], remove: [...remove] }),
    onSuccess: () => client.invalidateQueries(),
  });
}
