import { useMutation, useQueryClient } from "@tanstack/react-query";
import { controllerManagerReply } from "#contract/functions/controller-manager.ts";
import { callFunction } from "../../../lib/functions.ts";
import type { Page } from "../../../lib/rows.ts";
import { CONTROLLERS_KEY, CONTROLLERS_LIST_KEY, type ListedController } from "./get-controllers.ts";

export interface EnabledChange {
  id: string;
  enabled: boolean;
}

/** Shown at once in every loaded list; slides back when the server refuses. */
export function useSetControllerEnabled(tell: {
  onDone: (change: EnabledChange) => void;
  onFailed: (error: unknown) => void;
}) {
  const client = useQueryClient();
  const show = ({ id, enabled }: EnabledChange) =>
    client.setQueriesData<Page<ListedController>>(
      { queryKey: CONTROLLERS_LIST_KEY },
      (page) => page && { ...page, rows: page.rows.map((row) => (row.id === id ? { ...row, enabled } : row)) },
    );
  return useMutation({
    mutationFn: ({ id, enabled }: EnabledChange) =>
      callFunction("controller-manager", controllerManagerReply, { action: "UPDATE", id, payload: { enabled } }),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey: CONTROLLERS_LIST_KEY });
      show(change);
    },
    onSuccess: (_reply, change) => tell.onDone(change),
    onError: (error, change) => {
      show({ ...change, enabled: !change.enabled });
      tell.onFailed(error);
    },
    onSettled: () => client.invalidateQueries({ queryKey: CONTROLLERS_KEY }),
  });
}
