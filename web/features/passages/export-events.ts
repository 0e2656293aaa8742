// "Exportera CSV" of the log of doors, or of doors and gates: everything that the filters match, not only the page.
import type { QueryClient } from "@tanstack/react-query";
import type { MergedLogRow } from "#contract/tables/merged-log.ts";
import { formatDay } from "#web/lib/dates.ts";
import { downloadCsv } from "#web/lib/download-csv.ts";
import { readForFile } from "#web/lib/lists/read-for-file.ts";
import { chosenFilters, recordExport } from "#web/lib/lists/record-export.ts";
import { type EventLogName, readEvents } from "./api/get-events.ts";
import type { DoorFilters } from "./door-filters.ts";
import { eventsCsv } from "./events-csv.ts";
import { doorLogTexts as t } from "./texts/door-log.sv.ts";

/** Audits the export, then downloads the file. Throws BackendError. */
export async function exportEvents(
  client: QueryClient,
  log: EventLogName,
  filters: DoorFilters,
): Promise<{ rows: number; isCut: boolean }> {
  const { text, ...others } = filters;
  await recordExport(log === "doors" ? "door_log" : "merged_log", chosenFilters({ search: text, ...others }));
  const { rows, isCut } = await readForFile<MergedLogRow>((before, count) =>
    readEvents(client, log, filters, { after: before.at(-1), rows: count }),
  );
  const now = Date.now();
  downloadCsv(t.fileNames[log](formatDay(now)), eventsCsv(log, rows, now));
  return { rows: rows.length, isCut };
}
