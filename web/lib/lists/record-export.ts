import { recordExport as contract } from "#contract/tables/audit.ts";
import { callSql } from "#web/lib/calls/sql.ts";

type Filters = Record<string, string | number | boolean | null>;

/** Audits an export and its selection before the file is made. Throws BackendError: no audit, no file. */
export async function recordExport(
  list: "access_logs" | "door_log" | "merged_log" | "people" | "audit" | "who",
  filters: Filters,
): Promise<void> {
  await callSql(contract, { list, filters });
}

/** Returns the filters that are set: the others say nothing about the export. */
export function chosenFilters(filters: object): Filters {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== null && value !== ""));
}
