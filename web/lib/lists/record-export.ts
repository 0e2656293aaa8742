import { backend } from "#web/lib/calls/backend.ts";
import { write } from "#web/lib/calls/rows.ts";

/** Audits an export and its selection before the file is made. Throws BackendError: no audit, no file. */
export async function recordExport(
  list: "access_logs" | "door_log" | "merged_log" | "audit",
  filters: object,
): Promise<void> {
  await write(backend.rpc("record_export", { list, filters }));
}

/** Returns the filters that are set: the others say nothing about the export. */
export function chosenFilters(filters: object): object {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== null && value !== ""));
}
