import { formatDay, formatDayOfMonth, formatExact, formatTime } from "#web/lib/dates.ts";
import { useNow } from "#web/lib/now.ts";
import { words } from "#web/texts/words.ts";

const JUST_NOW_MS = 30_000;

export interface LogTimeProps {
  value: string;
  /** "nyss" beside the time of what happened in the last half minute. */
  sayJustNow?: boolean | undefined;
}

/** The time of a log's row; the day, too, unless it was today. Within a phone's card it leaves place for plate and status. */
export function LogTime({ value, sayJustNow = false }: LogTimeProps) {
  const now = useNow();
  const isToday = formatDay(value) === formatDay(now);
  return (
    <time
      dateTime={value}
      title={formatExact(value)}
      className="tabular font-normal text-cell phone:whitespace-nowrap @4xl/list:whitespace-nowrap"
    >
      {!isToday && (
        <>
          <span className="phone:hidden">{formatDay(value)}</span>
          <span className="hidden phone:inline">{formatDayOfMonth(value)}</span>{" "}
        </>
      )}
      {formatTime(value)}
      {sayJustNow && now - Date.parse(value) < JUST_NOW_MS && <span className="text-ink-3"> {words.justNow}</span>}
    </time>
  );
}
