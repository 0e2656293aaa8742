// Shows this week's code of one or more door controllers: dots, an eye, and the panel for handing it over.
import { useState } from "react";
import type { OwnWeeklyCode } from "#contract/functions/own-weekly-codes.ts";
import { standingOf } from "#contract/word-validity.ts";
import { permissionsTexts as t } from "#web/features/people/texts/permissions.sv.ts";
import { doorName, opensFor } from "#web/lib/controllers/assigned-controllers.ts";
import { cx } from "#web/lib/cx.ts";
import { formatLongDay, formatWeek } from "#web/lib/dates.ts";
import { usePlaceName } from "#web/lib/frame/place-name.ts";
import { nameList } from "#web/lib/name-list.ts";
import { useNow } from "#web/lib/now.ts";
import type { HandoverNote } from "#web/lib/people/handover-note.ts";
import { HandoverDialog } from "#web/ui/credentials/lazy-handover.ts";
import { PinChip } from "#web/ui/credentials/pin-chip.tsx";
import { endToasts, toastFailure } from "#web/ui/toasts/toast.tsx";
import { revealWeeklyCode } from "../api/own-weekly-codes.ts";
import type { Unit } from "../controller-units.ts";

/** Returns the last day on which a code that ends at midnight works. */
const lastDay = (validTo: string) => new Date(new Date(validTo).getTime() - 1);

interface WeeklyCodeRowProps {
  /** The controllers that have the code. */
  units: readonly Unit[];
  code: OwnWeeklyCode;
  /** The row stands apart from its controllers, so the row names them. */
  isNamed?: boolean;
}

export function WeeklyCodeRow({ units, code, isNamed }: WeeklyCodeRowProps) {
  const place = usePlaceName();
  const now = useNow();
  const [note, setNote] = useState<HandoverNote | null>(null);
  const week = formatWeek(code.valid_from);
  const name = nameList(units.map((unit) => unit.name));
  const state = code.is_written ? t.weeklyCodeUntil(formatLongDay(lastDay(code.valid_to))) : t.weeklyCodeWaits;

  async function reveal(): Promise<string> {
    endToasts("weekly-code:show");
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
      doors: units.flatMap((unit) => unit.doors.filter((door) => opensFor(shown, door)).map(doorName)),
      standing: standingOf(
        { enabled: true, validFrom: new Date(code.valid_from), validTo: new Date(code.valid_to) },
        new Date(now),
      ),
      validFrom: formatLongDay(code.valid_from),
      validTo: formatLongDay(lastDay(code.valid_to)),
      advice: t.weeklyCodeAdvice,
    });
  }

  return (
    <div
      className={cx(
        "flex flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-2 text-cell",
        !isNamed && "border-t border-line",
      )}
    >
      <span className="min-w-0 flex-1 basis-40">
        {isNamed ? (
          <span translate="no" title={name} className="line-clamp-2 font-name text-ink">
            {name}
          </span>
        ) : (
          <span className="block text-ink">{t.weeklyCodeOf(week)}</span>
        )}
        <span className="block text-meta text-ink-2">{isNamed ? `${week} · ${state}` : state}</span>
      </span>
      {code.is_own ? (
        <PinChip name={name} onReveal={reveal} onHandOver={handOver} />
      ) : (
        <span className="text-small text-ink-2">{t.weeklyCodeOfOthers}</span>
      )}
      {note && <HandoverDialog note={note} onClose={() => setNote(null)} />}
    </div>
  );
}
