// Synchronises doors and reports by toast, because it may outlive the dialog that started it.
import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { z } from "zod";
import { doorSyncTexts as t } from "#web/features/controllers/texts/controllers.sv.ts";
import { callAction } from "#web/lib/calls/functions.ts";
import { fetchPart } from "#web/lib/chunks/fetch-part.ts";
import { endToasts, toastFailure, toastSuccess } from "#web/ui/toasts/toast.tsx";

interface NamedController {
  id: string;
  name: string;
}

const withId = z.object({ id: z.string() });
const KEY = ["access-points", "sync"];
const readingOf = (controllerId: string) => `doors:read ${controllerId}` as const;

export function useSyncAccessPoints() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: KEY,
    mutationFn: async ({ id }: NamedController) => {
      const { axisProxy } = await fetchPart(import("#contract/functions/axis-proxy.ts"));
      return callAction(axisProxy.SYNC_ACCESS_POINTS, { controller_id: id });
    },
    onMutate: ({ id }) => endToasts(readingOf(id)),
    onSuccess: ({ doors, added, missing }, { id, name }) =>
      toastSuccess(readingOf(id), t.syncedText(name, doors, added, missing), { title: t.synced }),
    onError: (error, { id }) => toastFailure(readingOf(id), error, { title: t.syncFailed }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ["access-points"] }),
        client.invalidateQueries({ queryKey: ["controllers"] }),
      ]),
  });
}

/** Returns the ids of the controllers whose doors are being read. */
export function useSyncedNow(): string[] {
  return useMutationState({
    filters: { mutationKey: KEY, status: "pending" },
    select: (mutation) => withId.parse(mutation.state.variables).id,
  });
}
