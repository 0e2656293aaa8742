import { DAY_MINUTES } from "#contract/schedules/local-day.ts";
import { cx } from "#web/lib/cx.ts";
import { clockText, intervalWords } from "#web/lib/doors/schedule-words.ts";
import { schedulesTexts as t } from "../texts/schedules.sv.ts";
import { WEEKDAYS, type WeekBlock } from "../week-blocks.ts";

export interface WeekColumnsProps {
  blocks: readonly WeekBlock[];
  /** Blocks that are being drawn. */
  drawn?: readonly WeekBlock[];
}

/** Draws blocks in seven columns. Purely visual: the grid's cells, or words, say the same. */
export function WeekColumns({ blocks, drawn = [] }: WeekColumnsProps) {
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0 grid grid-cols-7">
      {WEEKDAYS.map((day) => (
        <div key={day} className="relative min-w-0">
          {blocks
            .filter((block) => block.day === day)
            .map((block) => (
              <Block key={`${block.row} ${block.weekday} ${block.top}`} block={block} />
            ))}
          {drawn
            .filter((block) => block.day === day)
            .map((block) => (
              <Block key={`drawn ${block.weekday} ${block.top}`} block={block} isDrawn />
            ))}
        </div>
      ))}
    </div>
  );
}

const percent = (minutes: number) => `${(minutes / DAY_MINUTES) * 100}%`;
/** A lower block has no room for words. */
const WORDS_FROM_MINUTES = 90;
const TWO_LINES_FROM_MINUTES = 150;

function Block({ block, isDrawn = false }: { block: WeekBlock; isDrawn?: boolean }) {
  const { top, bottom, from, to, day, weekday, every } = block;
  const isRest = day !== weekday;
  const goesOn = !isRest && to <= from;
  const height = bottom - top;
  return (
    <div
      style={{ top: percent(top), height: percent(height) }}
      className={cx(
        "absolute inset-x-px flex flex-col items-center overflow-hidden rounded-check border px-px pt-0.5 text-center text-floor leading-[14px] font-medium sm:inset-x-0.5",
        isDrawn
          ? "z-10 border-2 border-accent bg-accent text-on-accent"
          : "border-accent bg-accent-soft text-accent-ink",
        every !== "1" && !isDrawn && "border-dashed",
        isRest && "rounded-t-none border-t-0",
        goesOn && "rounded-b-none border-b-0",
      )}
    >
      {height >= WORDS_FROM_MINUTES && (
        <span className="tabular">{isRest ? t.until(clockText(to)) : intervalWords({ from, to })}</span>
      )}
      {height >= TWO_LINES_FROM_MINUTES && every !== "1" && !isDrawn && <span>{t.everyShort[every]}</span>}
    </div>
  );
}
