// Extends credentials by one period, from the lists of people and from the overview.
import { useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import {
  type EndUserManagerRequest,
  type Extension,
  extendReply,
  undoExtendReply,
} from "#contract/functions/end-user-manager.ts";
import { callFunction } from "#web/lib/calls/functions.ts";

/** Returns functions that extend each by one period, and undo that. Both throw BackendError. */
export function useExtendCredentials() {
  const client = useQueryClient();
  async function call<Reply>(reply: z.ZodType<Reply>, request: EndUserManagerRequest): Promise<Reply> {
    try {
      return await callFunction("end-user-manager", reply, request);
    } finally {
      void client.invalidateQueries({ queryKey: ["end-users"] });
      void client.invalidateQueries({ queryKey: ["credentials"] });
    }
  }
  return {
    extend: (ids: string[]) => call(extendReply, { action: "EXTEND", credential_ids: ids }),
    undo: (extensions: readonly Extension[]) =>
      call(undoExtendReply, {
        action: "UNDO_EXTEND",
        extensions: extensions.map(({ credential_id, valid_to, before }) => ({ credential_id, valid_to, before })),
      }),
  };
}
