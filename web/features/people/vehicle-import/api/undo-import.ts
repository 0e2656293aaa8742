import { queryOptions } from "@tanstack/react-query";
import {
  recentImportsReply,
  type UndoImportReply,
  undoImportReply,
  type VehicleImportRequest,
} from "#contract/functions/vehicle-import.ts";
import { callFunction } from "#web/lib/calls/functions.ts";

/** Those that can still be undone, newest first. */
export function getRecentImportsQueryOptions() {
  return queryOptions({
    queryKey: ["end-users", "imports"],
    queryFn: async ({ signal }) => {
      const request: VehicleImportRequest = { action: "IMPORTS" };
      return (await callFunction("vehicle-import", recentImportsReply, request, { signal })).imports;
    },
  });
}

/** Chunk by chunk until nothing is left; resolves with the sum. Rejects with a FunctionError. */
export async function undoImport(importId: string): Promise<Pick<UndoImportReply, "removed" | "kept">> {
  let removed = 0;
  for (;;) {
    const request: VehicleImportRequest = { action: "UNDO", import_id: importId };
    const reply = await callFunction("vehicle-import", undoImportReply, request);
    removed += reply.removed;
    if (reply.left === 0 || reply.removed === 0) return { removed, kept: reply.kept };
  }
}
