import { type CsvCell, toCsv } from "#contract/csv-export.ts";
import { downloadCsv } from "#web/lib/download-csv.ts";
import { vehicleImportTexts as texts } from "../texts/vehicle-import.sv.ts";
import type { Preview } from "./preview.ts";
import type { FailedRow } from "./run-import.ts";

export function downloadErrorReport(preview: Preview, failed: readonly FailedRow[]): void {
  const name = preview.fileName.replace(/\.[a-z]{2,4}$/i, "");
  downloadCsv(texts.reportName(name), errorReport(preview, failed));
}

export function errorReport(
  { short, invalid, heads: headLines, lines, layout }: Preview,
  failed: readonly FailedRow[],
): string {
  const problems: { row: number; reason: string }[] = [
    ...short.map((line) => ({
      row: line.number,
      reason: layout === undefined ? texts.tooFewFields : texts.columns.tooFewFields,
    })),
    ...invalid.map(({ line, problem }) => ({ row: line.number, reason: texts.problems[problem] })),
    ...failed.map(({ row, error }) => ({ row, reason: error.replace(/^\w+ \d+: /, "") })),
  ];
  problems.sort((a, b) => a.row - b.row);
  const body = problems.map(({ row, reason }): CsvCell[] => [row, reason, ...(lines.get(row)?.fields ?? [])]);
  // With chosen columns, only the file's own header is known.
  const heads = layout === undefined ? texts.fields : layout.hasHeader ? (headLines.at(-1)?.fields ?? []) : [];
  return toCsv([[texts.row, texts.reason, ...heads], ...body]);
}
