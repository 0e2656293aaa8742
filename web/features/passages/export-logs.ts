// "Exportera CSV": everything that the filters match, not only the loaded rows.

import { type CsvCell, toCsv } from "#contract/csv-export.ts";
import { formatDay, formatExact } from "#web/lib/dates.ts";
import { downloadCsv } from "#web/lib/download-csv.ts";
import { readForFile } from "#web/lib/lists/read-for-file.ts";
import { recordExport } from "#web/lib/lists/record-export.ts";
import { personName } from "#web/lib/passages/event-names.ts";
import { words } from "#web/texts/words.sv.ts";
import { type LogRow, readLogRows } from "./api/get-access-logs.ts";
import type { LogFilters } from "./filters.ts";
import { GATE_LOG_HEAD, MACRO_WORDS } from "./gate-log-csv.ts";
import { macroState } from "./macro-state.ts";
import { gateReason, openedBy } from "./portal-opening.ts";
import { accessLogsTexts } from "./texts/access-logs.sv.ts";

/** Audits the export, then downloads the file. Throws BackendError. */
export async function exportLogs(filters: LogFilters): Promise<{ rows: number; isCut: boolean }> {
  await recordExport("access_logs", { ...filters });
  const { rows, isCut } = await readForFile<LogRow>((before, count) =>
    readLogRows(filters, { after: before.at(-1), rows: count }),
  );
  const now = Date.now();
  downloadCsv(accessLogsTexts.fileName(formatDay(now)), toCsv([GATE_LOG_HEAD, ...rows.map((row) => line(row, now))]));
  return { rows: rows.length, isCut };
}

function line(row: LogRow, now: number): CsvCell[] {
  return [
    formatExact(row.detected_at),
    row.plate_number,
    row.controllers?.name ?? "",
    row.access_granted ? words.granted : words.denied,
    gateReason({ ...row, reason: row.access_reason }),
    MACRO_WORDS[macroState(row, now)],
    personName(row) ?? openedBy({ ...row, reason: row.access_reason }) ?? "",
    row.credentials?.end_users?.organizations?.name ?? "",
  ];
}
