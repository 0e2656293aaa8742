import { useId } from "react";
import { doorPinTexts } from "#web/features/controllers/texts/door-pin.sv.ts";
import { cx } from "#web/lib/cx.ts";
import { clockText, intervalWords } from "#web/lib/doors/schedule-words.ts";
import { schedulesTexts as t } from "../texts/schedules.sv.ts";
import { useWeekDrawing, type WeekDrawingProps } from "../use-week-drawing.ts";
import { blockAt, WEEKDAYS, type WeekBlock } from "../week-blocks.ts";
import { SLOT_MINUTES, SLOTS } from "../week-places.ts";
import { WeekColumns } from "./week-columns.tsx";

const HOURS_NAMED = [0, 4, 8, 12, 16, 20, 24];
const dayName = (day: number) => doorPinTexts.days[day - 1] ?? "";

/** Shows the week of a schedule, drawn by pointer, touch or keyboard. It always agrees with the typed rows. */
export function WeekGrid(props: WeekDrawingProps) {
  const id = useId();
  const { blocks, drawn, drawnWords, cursor, gridProps } = useWeekDrawing(props);
  const cellId = (day: number, slot: number) => `${id}-${day}-${slot}`;
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <div className="flex min-w-0">
        <Axis />
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a table cannot have blocks over its cells in all browsers */}
        <div
          {...gridProps}
          role="grid"
          tabIndex={0}
          aria-label={t.week}
          aria-describedby={`${id}-help`}
          aria-activedescendant={cellId(cursor.day, cursor.slot)}
          className="group ring-focus min-w-0 flex-1 rounded-chip select-none"
        >
          <Heads />
          {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see above */}
          <div
            role="rowgroup"
            className="relative grid grid-cols-7 rounded-chip border border-line"
            style={{ gridTemplateRows: `repeat(${SLOTS}, 0.5625rem)` }}
          >
            {Array.from({ length: SLOTS }, (_, slot) => (
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see above
              <div key={slot * SLOT_MINUTES} role="row" className="contents">
                {WEEKDAYS.map((day) => (
                  <Cell
                    key={day}
                    id={cellId(day, slot)}
                    day={day}
                    slot={slot}
                    block={blockAt(blocks, day, slot * SLOT_MINUTES)}
                    isCursor={cursor.day === day && cursor.slot === slot}
                  />
                ))}
              </div>
            ))}
            <WeekColumns blocks={blocks} drawn={drawn} />
          </div>
        </div>
      </div>
      <p id={`${id}-help`} role="status" className="min-h-[34px] pl-7 text-meta text-ink-2">
        {drawnWords === null ? t.drawHint : t.drawing(drawnWords)}
      </p>
    </div>
  );
}

function Axis() {
  return (
    <div aria-hidden className="tabular relative w-7 shrink-0 pt-5 text-floor text-ink-2">
      {HOURS_NAMED.map((hour) => (
        <span
          key={hour}
          className="absolute right-1.5 -translate-y-1/2"
          style={{ top: `calc(1.25rem + ${hour * 2 * 0.5625}rem)` }}
        >
          {String(hour).padStart(2, "0")}
        </span>
      ))}
    </div>
  );
}

function Heads() {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see above
    <div role="row" className="grid h-5 grid-cols-7 text-center text-floor text-ink-2">
      {WEEKDAYS.map((day) => (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see above
        <span key={day} role="columnheader">
          {dayName(day)}
        </span>
      ))}
    </div>
  );
}

interface CellProps {
  id: string;
  day: number;
  slot: number;
  block: WeekBlock | undefined;
  isCursor: boolean;
}

function Cell({ id, day, slot, block, isCursor }: CellProps) {
  const time = `${dayName(day)} ${clockText(slot * SLOT_MINUTES)}`;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see above
    <div
      id={id}
      role="gridcell"
      aria-label={block ? t.openCell(time, blockWords(block)) : t.closedCell(time)}
      aria-selected={block !== undefined}
      data-day={day}
      data-slot={slot}
      className={cx(
        "min-w-0 border-line-soft",
        day > 1 && "border-l",
        slot % 4 === 0 && slot > 0 && "border-t",
        isCursor &&
          "z-20 group-focus-visible:outline-2 group-focus-visible:-outline-offset-1 group-focus-visible:outline-focus",
      )}
    />
  );
}

/** Returns "mån 06–22", and how often if not every week. */
function blockWords({ weekday, from, to, every }: WeekBlock): string {
  const hours = `${dayName(weekday)} ${intervalWords({ from, to })}`;
  return every === "1" ? hours : `${hours} ${t.everyShort[every]}`;
}
