// "Exportera CSV": everybody whom search and filters find, with the columns that this browser has chosen. Never a PIN.
import { type CsvCell, toCsv } from "#contract/csv-export.ts";
import { formatPlate } from "#contract/format-plate.ts";
import { personFieldLabel } from "#contract/forms/person-labels.ts";
import { PIN_MAX_DIGITS } from "#contract/limits.ts";
import { PERSON_FIELDS } from "#contract/person-fields.ts";
import { formatDay } from "#web/lib/dates.ts";
import { downloadCsv } from "#web/lib/download-csv.ts";
import { recordExport } from "#web/lib/lists/record-export.ts";
import type { PeopleAsked } from "./api/get-end-users.ts";
import { type ExportedPerson, readForExport } from "./api/read-all-people.ts";
import { peopleTexts } from "./texts/people.sv.ts";
import { peopleExportTexts as t } from "./texts/people-export.sv.ts";
import { personDialogTexts } from "./texts/person-dialog.sv.ts";
import type { PeopleArea } from "./use-people-list.ts";

interface Exported {
  area: PeopleArea;
  asked: PeopleAsked;
  /** Optional columns, as in the list. */
  chosen: readonly unknown[];
}

/** Matches digits that may belong to a PIN; such digits stand in no log. */
const DIGITS = new RegExp(`^\\d{2,${PIN_MAX_DIGITS}}$`);

/** Reads and audits the export, then downloads the file. Throws BackendError: no audit, no file. */
export async function exportPeople(exported: Exported): Promise<{ rows: number; isCut: boolean }> {
  const { rows, isCut } = await readForExport(exported.asked);
  const search = exported.asked.query.trim();
  await recordExport("people", { rows: rows.length, ...(search !== "" && !DIGITS.test(search) && { search }) });
  downloadCsv(t.fileName(formatDay(Date.now())), toCsv(peopleLines(rows, exported)));
  return { rows: rows.length, isCut };
}

type Column = readonly [head: string, cell: (person: ExportedPerson) => CsvCell];

/** Returns the file's lines, with its head. */
export function peopleLines(
  people: readonly ExportedPerson[],
  { area, chosen }: Pick<Exported, "area" | "chosen">,
): CsvCell[][] {
  const columns: Column[] = [
    [personDialogTexts.firstName, ({ first_name }) => first_name],
    [personDialogTexts.lastName, ({ last_name }) => last_name],
    ...(area === "system"
      ? [[peopleTexts.organization, ({ organizations }) => organizations?.name ?? null] satisfies Column]
      : []),
    ...PERSON_FIELDS.filter((field) => chosen.includes(field)).map(
      (field): Column => [personFieldLabel(field), (person) => person[field]],
    ),
    [t.pinUntil, (person) => ends(person, "pin")],
    [
      t.plates,
      (person) =>
        of(person, "license_plate")
          .map((one) => formatPlate(one.credential_value))
          .join(", "),
    ],
    [t.vehicleUntil, (person) => ends(person, "license_plate")],
    ...(chosen.includes("created_at")
      ? [[peopleTexts.created, ({ created_at }) => formatDay(created_at)] satisfies Column]
      : []),
  ];
  return [columns.map(([head]) => head), ...people.map((person) => columns.map(([, cell]) => cell(person)))];
}

type Credential = ExportedPerson["credentials"][number];

/** Returns credentials in one order, so that plates and their ends line up. */
const of = ({ credentials }: ExportedPerson, type: Credential["credential_type"]): Credential[] =>
  credentials
    .filter((one) => one.credential_type === type)
    .toSorted((a, b) => (a.valid_to ?? "~").localeCompare(b.valid_to ?? "~"));

const ends = (person: ExportedPerson, type: Credential["credential_type"]): string =>
  of(person, type)
    .map(({ enabled, valid_to }) => (!enabled ? t.off : valid_to === null ? t.endless : formatDay(valid_to)))
    .join(", ");
