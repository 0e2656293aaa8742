import { format } from "date-fns/format";
import { inStockholm } from "./stockholm.ts";

/** Header and rows, each ended by LF. Digits and a fixed prefix only: no cell can be a formula. */
export function weeklyCodesCsv(codes: readonly { week_number: number; year: number; code: string }[]): string {
  const lines = codes.map(({ week_number, year, code }) => `v.${week_number} ${year},${code}`);
  return ["Vecka,Kod", ...lines].map((line) => `${line}\n`).join("");
}

/** veckokoder-YYYY-MM-DD.csv, by the day in Stockholm. */
export function weeklyCodesFileName(now: Date): string {
  return `veckokoder-${format(inStockholm(now), "yyyy-MM-dd")}.csv`;
}
