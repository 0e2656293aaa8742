// Shows this week's code of a door controller: dots, an eye, and the panel for handing it over.
import { useState } from "react";
import type { OwnWeeklyCode } from "#contract/functions/own-weekly-codes.ts";
import { permissionsTexts as t } from "#web/features/people/texts/permissions.sv.ts";
import { doorName } from "#web/lib/controllers/assigned-controllers.ts";
import { formatLongDay, formatWeek } from "#web/lib/dates.ts";
import { usePlaceName } from "#web/lib/frame/place-name.ts";
import type { HandoverNote } from "#web/lib/people/handover-note.ts";
import { HandoverDialog } from "#web/ui/credentials/lazy-handover.ts";
import { PinChip } from "#web/ui/credentials/pin-chip.tsx";
import { toastFailure } from "#web/ui/toasts/toast.tsx";
import { revealWeeklyCode } from "../api/own-weekly-codes.ts";
import type { Unit } from "../controller-units.ts";

/** Returns the last day on which a code that ends at midnight works. */
const lastDay = (validTo: string) => new Date(new Date(validTo).getTime() - 1);

export function WeeklyCodeRow({ unit, code }: { unit: Unit; code: OwnWeeklyCode }) {
  const place = usePlaceName();
  const [note, setNote] = useState<HandoverNote | null>(null);
  const week = formatWeek(code.valid_from);

  async function reveal(): Promise<string> {
    try {
      return await revealWeeklyCode(code.controller_id);
    } catch (error) {
      toastFailure("weekly-code:show", error);
      throw error;
    }
  }

  function handOver(shown: string): void {
    setNote({
      for: t.weeklyCodeOf(week),
      organization: place,
      code: shown,
      doors: unit.doors.filter((door) => door.enabled).map(doorName),
      validFrom: formatLongDay(code.valid_from),
      validTo: formatLongDay(lastDay(code.valid_to)),
      advice: t.weeklyCodeAdvice,
    });
  }

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-t border-line px-4 py-2 text-cell">
      <span className="min-w-0 flex-1 basis-40">
        <span className="block text-ink">{t.weeklyCodeOf(week)}</span>
        <span className="block text-meta text-ink-2">
          {code.is_written ? t.weeklyCodeUntil(formatLongDay(lastDay(code.valid_to))) : t.weeklyCodeWaits}
        </span>
      </span>
      {code.is_own ? (
        <PinChip name={unit.name} onReveal={reveal} onHandOver={handOver} />
      ) : (
        <span className="text-small text-ink-2">{t.weeklyCodeOfOthers}</span>
      )}
      {note && <HandoverDialog note={note} onClose={() => setNote(null)} />}
    </div>
  );
}
