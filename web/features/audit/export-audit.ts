// "Exportera CSV": exports everything that the filters match, not only the page.
import { type CsvCell, toCsv } from "#contract/csv-export.ts";
import type { AuditListRow } from "#contract/tables/audit.ts";
import { formatDay, formatExact } from "#web/lib/dates.ts";
import { downloadCsv } from "#web/lib/download-csv.ts";
import { readForFile } from "#web/lib/lists/read-for-file.ts";
import { chosenFilters, recordExport } from "#web/lib/lists/record-export.ts";
import { readAuditPage } from "./api/get-audit.ts";
import type { AuditFilters } from "./filters.ts";
import { whatHeading, whoName } from "./sentence.ts";
import { auditTexts } from "./texts/audit.sv.ts";

/** Audits the export, then downloads the file. Throws BackendError. */
export async function exportAudit(filters: AuditFilters): Promise<{ rows: number; isCut: boolean }> {
  await recordExport("audit", chosenFilters(filters));
  const { rows, isCut } = await readForFile<AuditListRow>(
    async (before, count) => (await readAuditPage(filters, { limit: count, after: before.at(-1) })).rows,
  );
  downloadCsv(auditTexts.fileName(formatDay(Date.now())), toCsv([HEAD, ...rows.map(line)]));
  return { rows: rows.length, isCut };
}

const HEAD = [
  auditTexts.time,
  auditTexts.who,
  auditTexts.what,
  auditTexts.about,
  auditTexts.organization,
  auditTexts.detailFrom,
  auditTexts.requestId,
];

function line(row: AuditListRow): CsvCell[] {
  return [
    formatExact(row.at),
    whoName(row),
    whatHeading(row),
    row.subject_name,
    row.organization_name,
    row.address,
    row.request_id,
  ];
}
