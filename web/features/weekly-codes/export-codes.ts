import { weeklyCodesCsv, weeklyCodesFileName } from "#contract/weekly-codes-csv.ts";
import { downloadCsv } from "#web/lib/download-csv.ts";
import { readCodes } from "./api/read-codes.ts";

/** Downloads every code in clear text. Audited. */
export async function exportCodes(): Promise<void> {
  const codes = await readCodes();
  downloadCsv(weeklyCodesFileName(new Date()), weeklyCodesCsv(codes));
}
