import { cx } from "#web/lib/cx.ts";
import { formatDay, formatDayOfMonth, formatExact, formatTime } from "#web/lib/dates.ts";
import { useNow } from "#web/lib/now.ts";
import { words } from "#web/texts/words.sv.ts";

const JUST_NOW_MS = 30_000;

export interface LogTimeProps {
  value: string;
  /** A time of another day may take two lines, where columns are narrow. */
  folds?: boolean;
  /** Marks a new row as new, for a list that is followed. */
  saysJustNow?: boolean;
}

/** Shows the time of a log row: only the clock for today, a short day on a phone, and the exact time on hover. */
export function LogTime({ value, folds = false, saysJustNow = false }: LogTimeProps) {
  const now = useNow();
  // One line within a phone's card, where plate and status stand beside it, and in a wide list.
  const oneLine = folds ? "phone:whitespace-nowrap @4xl/list:whitespace-nowrap" : "whitespace-nowrap";
  return (
    <time dateTime={value} title={formatExact(value)} className={cx("tabular text-cell font-normal", oneLine)}>
      {formatDay(value) !== formatDay(now) && (
        <>
          <span className="phone:hidden">{formatDay(value)}</span>
          <span className="hidden phone:inline">{formatDayOfMonth(value)}</span>{" "}
        </>
      )}
      {formatTime(value)}
      {saysJustNow && now - Date.parse(value) < JUST_NOW_MS && <span className="text-ink-3"> {words.justNow}</span>}
    </time>
  );
}
