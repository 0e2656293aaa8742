// Makes the note that hands over a week's code. Pure.
import type { WeeklyCode } from "#contract/functions/generate-weekly-codes.ts";
import { standingOf } from "#contract/word-validity.ts";
import { permissionsTexts } from "#web/features/people/texts/permissions.sv.ts";
import { formatLongDay } from "#web/lib/dates.ts";
import type { HandoverNote } from "#web/lib/people/handover-note.ts";
import { weekName } from "./code-state.ts";
import { weeklyCodesTexts as t } from "./texts/weekly-codes.sv.ts";

/** Further controllers are only counted. */
const MOST_NAMED = 12;

export function weeklyCodeNote(code: WeeklyCode, now: Date): HandoverNote {
  const names = code.weekly_code_assignments.map(({ controllers }) => controllers.name);
  return {
    for: permissionsTexts.weeklyCodeOf(weekName(code)),
    organization: "",
    code: code.code,
    doors: (names.length > MOST_NAMED ? [t.places(names.length)] : names).map(t.allDoorsOf),
    standing: standingOf(
      { enabled: true, validFrom: new Date(code.valid_from), validTo: new Date(code.valid_to) },
      now,
    ),
    validFrom: formatLongDay(code.valid_from),
    // The end is the next Monday 00:00.
    validTo: formatLongDay(Date.parse(code.valid_to) - 1),
    advice: permissionsTexts.weeklyCodeAdvice,
  };
}
