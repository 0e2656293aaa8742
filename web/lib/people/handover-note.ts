// The note for a person who gets a code: the necessary facts and nothing else. Pure.
import { lastTimeOf } from "#contract/validity.ts";
import { type CodeStanding, wordValidity } from "#contract/word-validity.ts";
import { handoverTexts as t } from "#web/features/people/texts/handover.sv.ts";
import { formatLongDay, read } from "#web/lib/dates.ts";

export interface HandoverNote {
  /** The person or code, such as "Alva Exempelsson" or "Veckokod v.48 2026". */
  for: string;
  organization: string;
  code: string;
  doors: readonly string[];
  standing: CodeStanding;
  /** In words; null where there is none. */
  validFrom: string | null;
  validTo: string | null;
  advice: string;
}

/** Returns the end of a validity: "1 december 2026", or "1 december 2026 10:15" where the day ends later. */
export function endWords(validTo: string | Date): string {
  const end = read(validTo);
  if (end === null) return formatLongDay(validTo);
  const { day, clock } = lastTimeOf(end);
  return clock === null ? formatLongDay(day) : `${formatLongDay(day)} ${clock}`;
}

/** Returns whether and for how long the code works; null is an open end. */
export function validityWords({
  standing,
  validFrom,
  validTo,
}: Pick<HandoverNote, "standing" | "validFrom" | "validTo">): string {
  return wordValidity({ standing, from: validFrom, until: validTo }, t.validity);
}

/** Returns the lines of the printed note for a message. */
export function handoverText(note: HandoverNote): string {
  return [
    note.for,
    note.organization,
    "",
    `${t.code}: ${note.code}`,
    ...(note.doors.length > 0 ? [`${t.doors}: ${note.doors.join(", ")}`] : []),
    `${t.valid}: ${validityWords(note)}`,
    "",
    note.advice,
  ]
    .filter((line, index) => line !== "" || index > 1)
    .join("\n");
}
