// "Exportera CSV": every row of the answer, not only the shown ones.
import { type CsvCell, toCsv } from "#contract/csv-export.ts";
import type { Role } from "#contract/roles.ts";
import type { PassingPlace, PassingRow } from "#contract/tables/who-may-pass.ts";
import { formatDay, formatExact, formatMinute } from "#web/lib/dates.ts";
import { downloadCsv } from "#web/lib/download-csv.ts";
import { readForFile } from "#web/lib/lists/read-for-file.ts";
import { chosenFilters, recordExport } from "#web/lib/lists/record-export.ts";
import { readWho, type WhoAsked } from "./api/get-who.ts";
import { whoTexts as t } from "./texts/who.sv.ts";
import { placeNotes, reasonWords, sourceWords, whereName, whoName } from "./who-words.ts";

interface Reader {
  /** The place's or the person's. */
  name: string;
  isPast: boolean;
  role: Role;
}

/** Audits the export, then downloads the file. Throws BackendError. */
export async function exportWho(asked: WhoAsked, reader: Reader): Promise<{ rows: number; isCut: boolean }> {
  const { name } = reader;
  const at = asked.at ?? new Date().toISOString();
  await recordExport(
    "who",
    chosenFilters({
      place: "person" in asked.subject ? null : name,
      person: "person" in asked.subject ? name : null,
      at: formatMinute(at),
    }),
  );
  let place: PassingPlace | null = null;
  const { rows, isCut } = await readForFile<PassingRow>(async (before, count) => {
    const answer = await readWho(asked, { rows: count, after: before.at(-1) });
    place = answer.place;
    return answer.rows;
  });
  const notes = notesOf(place, reader);
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
    t.notes,
  ];
  const lines = rows.map((row) => [formatMinute(at), ...line(row), notes]);
  // Without a row the notes still say that everybody gets in.
  if (lines.length === 0 && notes !== "") lines.push([formatMinute(at), "", "", "", "", name, "", "", "", "", notes]);
  downloadCsv(t.fileName(formatDay(Date.now())), toCsv([head, ...lines]));
  return { rows: rows.length, isCut };
}

/** Returns the page's notes, which stand in every row: rows may be sorted and filtered apart. */
function notesOf(place: PassingPlace | null, { isPast, role }: Reader): string {
  return [
    ...(place === null ? [] : placeNotes(place, isPast).map(({ sentence }) => sentence)),
    ...(isPast ? [t.past] : []),
    ...(place !== null && role === "org_admin" ? [t.ownPeopleOnly] : []),
  ].join(" ");
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
