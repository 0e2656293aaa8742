import {
  type CodesOfController,
  codesByController,
  differByController,
  groupedCodesCsv,
  weeklyCodesCsv,
  weeklyCodesFileName,
} from "#contract/weekly-codes-csv.ts";
import { downloadCsv } from "#web/lib/download-csv.ts";
import { readCodes } from "./api/read-codes.ts";

/** Reads every code in clear text, audited. Downloads it, or returns the controllers' files for a choice. */
export async function exportCodes(): Promise<CodesOfController[] | null> {
  const codes = await readCodes();
  if (differByController(codes)) return codesByController(codes);
  downloadCsv(weeklyCodesFileName(new Date()), weeklyCodesCsv(codes));
  return null;
}

export function downloadCodesOf({ name, codes }: CodesOfController): void {
  downloadCsv(weeklyCodesFileName(new Date(), name), weeklyCodesCsv(codes));
}

export function downloadAllCodes(files: readonly CodesOfController[]): void {
  downloadCsv(weeklyCodesFileName(new Date()), groupedCodesCsv(files));
}
