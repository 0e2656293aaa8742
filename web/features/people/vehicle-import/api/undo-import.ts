import { queryOptions } from "@tanstack/react-query";
import { type UndoImportReply, vehicleImport } from "#contract/functions/vehicle-import.ts";
import { callAction } from "#web/lib/calls/functions.ts";

/** Reads imports that can still be undone, newest first. */
export function getRecentImportsQueryOptions() {
  return queryOptions({
    queryKey: ["end-users", "imports"],
    queryFn: async ({ signal }) => (await callAction(vehicleImport.IMPORTS, {}, { signal })).imports,
  });
}

/** Undoes an import chunk by chunk until nothing is left; resolves with the sum. Rejects with a FunctionError. */
export async function undoImport(importId: string): Promise<Pick<UndoImportReply, "removed" | "kept" | "kept_people">> {
  let removed = 0;
  for (;;) {
    const reply = await callAction(vehicleImport.UNDO, { import_id: importId });
    removed += reply.removed;
    if (reply.left === 0 || reply.removed === 0) return { ...reply, removed };
  }
}
