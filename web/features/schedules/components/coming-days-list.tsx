import { type ReactNode, useId } from "react";
import type { ScheduleHours } from "#contract/schedules/schedule.ts";
import { intervalWords } from "#web/lib/doors/schedule-words.ts";
import { Pill } from "#web/ui/pill.tsx";
import { type ComingDay, comingDays, type NamedCalendar } from "../coming-days.ts";
import { dayWords, periodWords, weekNumber } from "../day-words.ts";
import { holidayNames } from "../texts/holiday-names.sv.ts";
import { schedulesTexts as t } from "../texts/schedules.sv.ts";

export interface ComingDaysListProps {
  hours: readonly ScheduleHours[];
  calendars: readonly NamedCalendar[];
  /** yyyy-MM-dd. */
  today: string;
  help?: string;
}

/** Shows what hours and calendars mean: each day of two weeks, Christmas, and the calendars' other days of a year. */
export function ComingDaysList({ hours, calendars, today, help }: ComingDaysListProps) {
  const headId = useId();
  const { soon, christmas, later } = comingDays(hours, calendars, today);
  const weeks = [...Map.groupBy(soon, ({ date }) => weekNumber(date))];
  return (
    <section
      aria-labelledby={headId}
      className="flex min-w-0 flex-col gap-3 rounded-card border border-line bg-sunken p-3"
    >
      <div>
        <h3 id={headId} className="text-small font-name text-ink">
          {t.coming}
        </h3>
        {help && <p className="mt-0.5 text-meta text-ink-2">{help}</p>}
      </div>
      <Part head={t.christmas} days={christmas} />
      <div>
        <h4 className="mb-1 text-meta font-medium text-ink-2">{t.soon}</h4>
        {weeks.map(([week, days]) => (
          <div key={week} className="flex gap-2 border-t border-line-soft py-1">
            <span className="tabular w-9 shrink-0 pt-0.5 text-meta text-ink-2">{t.weekHead(String(week))}</span>
            <Days days={days} />
          </div>
        ))}
      </div>
      {later.length > 0 && <Part head={t.later} days={later} />}
    </section>
  );
}

function Part({ head, days }: { head: string; days: readonly ComingDay[] }) {
  return (
    <div>
      <h4 className="mb-1 text-meta font-medium text-ink-2">{head}</h4>
      <div className="border-t border-line-soft py-1">
        <Days days={days} />
      </div>
    </div>
  );
}

function Days({ days }: { days: readonly ComingDay[] }): ReactNode {
  return (
    <ul className="min-w-0 flex-1">
      {days.map((day) => (
        <li key={day.date} className="flex min-w-0 items-start justify-between gap-2 py-0.5 text-small">
          <span className="min-w-0">
            <span className="text-ink">
              {day.date === day.until ? dayWords(day.date) : periodWords(day.date, day.until)}
            </span>
            {reasonOf(day) !== "" && (
              <span translate="no" className="block text-meta text-ink-2">
                {reasonOf(day)}
              </span>
            )}
          </span>
          <Hours day={day} />
        </li>
      ))}
    </ul>
  );
}

/** Returns "Julafton · Julstängt": the day's holidays and the calendar that overrides the week. */
function reasonOf({ date, until, holidays, by }: ComingDay): string {
  const named = date === until ? holidays.map((holiday) => holidayNames[holiday]) : [];
  return [...named, ...(by === null ? [] : [by.name ?? by.calendar])].join(" · ");
}

function Hours({ day: { hours, by } }: { day: ComingDay }) {
  const words = hours.length === 0 ? t.closed : hours.map(intervalWords).join(", ");
  if (by !== null) return <Pill tone={hours.length === 0 ? "idle" : "accent"}>{words}</Pill>;
  return <span className="tabular text-right text-ink-2">{words}</span>;
}
