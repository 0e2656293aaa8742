// Extends credentials by one period, from the lists of people and from the overview.
import { useQueryClient } from "@tanstack/react-query";
import { type Extension, endUserManager } from "#contract/functions/end-user-manager.ts";
import { callAction } from "#web/lib/calls/functions.ts";

/** Returns functions that extend each by one period, and undo that. Both throw BackendError. */
export function useExtendCredentials() {
  const client = useQueryClient();
  async function refreshed<Reply>(reply: Promise<Reply>): Promise<Reply> {
    try {
      return await reply;
    } finally {
      void client.invalidateQueries({ queryKey: ["end-users"] });
      void client.invalidateQueries({ queryKey: ["credentials"] });
    }
  }
  return {
    extend: (ids: string[]) => refreshed(callAction(endUserManager.EXTEND, { credential_ids: ids })),
    undo: (extensions: readonly Extension[]) =>
      refreshed(
        callAction(endUserManager.UNDO_EXTEND, {
          extensions: extensions.map(({ credential_id, valid_to, before }) => ({ credential_id, valid_to, before })),
        }),
      ),
  };
}
