import { useMutation, useQueryClient } from "@tanstack/react-query";
import { callAction } from "#web/lib/calls/functions.ts";
import type { Page } from "#web/lib/calls/rows.ts";
import { fetchPart } from "#web/lib/chunks/fetch-part.ts";
import { CONTROLLERS_KEY, CONTROLLERS_LIST_KEY, type ListedController } from "./get-controllers.ts";

export interface EnabledChange {
  id: string;
  enabled: boolean;
}

const SET_ENABLED_KEY = [...CONTROLLERS_KEY, "set-enabled"] as const;

/** Switches optimistically and reverts on refusal. A further press waits for the first answer, so that the last one counts. */
export function useSetControllerEnabled(
  controllerId: string,
  report: {
    onDone: (change: EnabledChange) => void;
    onFailed: (error: unknown) => void;
  },
) {
  const client = useQueryClient();
  const show = ({ id, enabled }: EnabledChange) =>
    client.setQueriesData<Page<ListedController>>(
      { queryKey: CONTROLLERS_LIST_KEY },
      (page) => page && { ...page, rows: page.rows.map((row) => (row.id === id ? { ...row, enabled } : row)) },
    );
  return useMutation({
    mutationKey: SET_ENABLED_KEY,
    scope: { id: `controller-enabled-${controllerId}` },
    mutationFn: async ({ id, enabled }: EnabledChange) => {
      const { controllerManager } = await fetchPart(import("#contract/functions/controller-manager.ts"));
      return callAction(controllerManager.UPDATE, { id, payload: { enabled } });
    },
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey: CONTROLLERS_LIST_KEY });
      show(change);
    },
    onSuccess: (_reply, change) => report.onDone(change),
    onError: (error, change) => {
      show({ ...change, enabled: !change.enabled });
      report.onFailed(error);
    },
    // Fetches again only after the last answer, because earlier data would soon change.
    onSettled: () => {
      if (client.isMutating({ mutationKey: SET_ENABLED_KEY }) === 1)
        void client.invalidateQueries({ queryKey: CONTROLLERS_KEY });
    },
  });
}
