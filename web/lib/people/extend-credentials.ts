// Extends credentials by one period, from the lists of people and from the overview.
import { useQueryClient } from "@tanstack/react-query";
import { type ExtendResult, type Extension, endUserManager } from "#contract/functions/end-user-manager.ts";
import { errorSentence } from "#web/lib/calls/errors.ts";
import { callAction } from "#web/lib/calls/functions.ts";
import { extensionParts } from "./extension-parts.ts";

/**
 * Extends any number of credentials. After one call has succeeded, a failed call refuses only its own credentials, and the other calls are
 * still tried.
 */
async function extendInParts(ids: readonly string[]): Promise<{ results: ExtendResult[] }> {
  const results: ExtendResult[] = [];
  for (const part of extensionParts(ids)) {
    try {
      results.push(...(await callAction(endUserManager.EXTEND, { credential_ids: part })).results);
    } catch (error) {
      if (results.length === 0) throw error;
      const why = errorSentence(error);
      results.push(...part.map((id) => ({ outcome: "refused" as const, credential_id: id, error: why })));
    }
  }
  return { results };
}

async function undoInParts(all: readonly Extension[]): Promise<void> {
  for (const part of extensionParts(all))
    await callAction(endUserManager.UNDO_EXTEND, {
      extensions: part.map(({ credential_id, valid_to, before }) => ({ credential_id, valid_to, before })),
    });
}

/** Returns two functions: one extends each credential by one period, the other undoes that. Both throw BackendError. */
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
    extend: (ids: readonly string[]) => refreshed(extendInParts(ids)),
    undo: (extensions: readonly Extension[]) => refreshed(undoInParts(extensions)),
  };
}
