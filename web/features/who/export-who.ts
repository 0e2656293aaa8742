// "Exportera CSV": every row of the answer, not only the shown ones.
import { type CsvCell, toCsv } from "#contract/csv-export.ts";
import type { PassingRow } from "#contract/tables/who-may-pass.ts";
import { formatDay, formatExact, formatMinute } from "#web/lib/dates.ts";
import { downloadCsv } from "#web/lib/download-csv.ts";
import { readForFile } from "#web/lib/lists/read-for-file.ts";
import { chosenFilters, recordExport } from "#web/lib/lists/record-export.ts";
import { readWho, type WhoAsked } from "./api/get-who.ts";
import { whoTexts as t } from "./texts/who.sv.ts";
import { reasonWords, sourceWords, whereName, whoName } from "./who-words.ts";

/** Audits the export, then downloads the file. `name`: the place's or the person's. Throws BackendError. */
export async function exportWho(asked: WhoAsked, name: string): Promise<{ rows: number; isCut: boolean }> {
  const at = asked.at ?? new Date().toISOString();
  await recordExport(
    "who",
    chosenFilters({
      place: "person" in asked.subject ? null : name,
      person: "person" in asked.subject ? name : null,
      at: formatMinute(at),
    }),
  );
  const { rows, isCut } = await readForFile<PassingRow>(
    async (before, count) => (await readWho(asked, { rows: count, after: before.at(-1) })).rows,
  );
  const head = [
    t.askedAbout,
    t.verdict,
    t.who,
    t.plate,
    t.organization,
    t.where,
    t.why,
    t.reason,
    t.until,
    t.lastConfirmed,
  ];
  const lines = rows.map((row) => [formatMinute(at), ...line(row)]);
  downloadCsv(t.fileName(formatDay(Date.now())), toCsv([head, ...lines]));
  return { rows: rows.length, isCut };
}

function line(row: PassingRow): CsvCell[] {
  return [
    t.verdicts[row.verdict],
    whoName(row),
    row.plate,
    row.organization_name,
    whereName(row),
    sourceWords(row),
    reasonWords(row),
    row.valid_to === null ? null : formatExact(row.valid_to),
    row.synced_at === null ? null : formatExact(row.synced_at),
  ];
}
