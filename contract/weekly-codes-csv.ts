import { CSV_WITH_COMMAS, toCsv } from "./csv-export.ts";
import { stockholmDay } from "./stockholm.ts";

/** Returns header and rows, each ended by LF. They hold only digits and a fixed prefix, so no cell can be a formula. */
export function weeklyCodesCsv(codes: readonly { week_number: number; year: number; code: string }[]): string {
  const lines = codes.map(({ week_number, year, code }) => `v.${week_number} ${year},${code}`);
  return ["Vecka,Kod", ...lines].map((line) => `${line}\n`).join("");
}

/** Returns veckokoder-YYYY-MM-DD.csv, by the day in Stockholm; with the controller's name where the file has one controller's codes. */
export function weeklyCodesFileName(now: Date, controller?: string): string {
  const name = controller?.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
  return `veckokoder-${name ? `${name}-` : ""}${stockholmDay(now)}.csv`;
}

export interface ExportedCode {
  week_number: number;
  year: number;
  code: string;
  weekly_code_assignments: readonly { controller_id: string; controllers: { name: string } }[];
}

export interface CodesOfController<Code extends ExportedCode = ExportedCode> {
  controllerId: string;
  name: string;
  codes: Code[];
}

/** Groups codes by controller name. A code of several controllers is in each of their files. */
export function codesByController<Code extends ExportedCode>(codes: readonly Code[]): CodesOfController<Code>[] {
  const files = new Map<string, CodesOfController<Code>>();
  for (const code of codes)
    for (const { controller_id, controllers } of code.weekly_code_assignments) {
      const file = files.get(controller_id) ?? { controllerId: controller_id, name: controllers.name, codes: [] };
      file.codes.push(code);
      files.set(controller_id, file);
    }
  return [...files.values()].toSorted((one, other) => one.name.localeCompare(other.name, "sv", { numeric: true }));
}

/** Returns false when every code opens at the same controllers: the file then needs no names. */
export function differByController(codes: readonly ExportedCode[]): boolean {
  const places = codes.map((code) =>
    code.weekly_code_assignments
      .map((assignment) => assignment.controller_id)
      .toSorted()
      .join(),
  );
  return new Set(places).size > 1;
}

/** Puts all controllers into one file, one after the other, each line with the controller's name. */
export function groupedCodesCsv(files: readonly CodesOfController[]): string {
  const lines = files.flatMap(({ name, codes }) =>
    codes.map(({ week_number, year, code }) => [name, `v.${week_number} ${year}`, code]),
  );
  return toCsv([["Styrenhet", "Vecka", "Kod"], ...lines], CSV_WITH_COMMAS).replaceAll("\r\n", "\n");
}
