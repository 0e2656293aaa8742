// The period: the last 24 hours, or whole days. Its button says which; the calendar is fetched when it is opened.
import { CalendarDays } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button as AriaButton, Dialog, DialogTrigger, Popover } from "react-aria-components";
import { formatDay } from "../../../lib/dates.ts";
import { useNow } from "../../../lib/now.ts";
import { accessLogsTexts } from "../../../texts/access-logs.ts";
import { Button } from "../../../ui/button.tsx";
import type { LogFilters } from "../filters.ts";

const DatePicker = lazy(() => import("../../../ui/date-picker.tsx").then((module) => ({ default: module.DatePicker })));

export type Period = Pick<LogFilters, "from" | "to">;

export interface PeriodFilterProps {
  value: Period;
  onChange: (value: Period) => void;
}

export function PeriodFilter({ value, onChange }: PeriodFilterProps) {
  return (
    <DialogTrigger>
      <AriaButton
        aria-label={`${accessLogsTexts.period}: ${periodWords(value)}`}
        className="ring-focus tabular flex min-h-control items-center gap-2 rounded-control border border-line-strong bg-secondary px-2.5 text-cell text-ink shadow-button data-hovered:bg-hover"
      >
        <CalendarDays aria-hidden size={15} className="text-ink-2" />
        {periodWords(value)}
      </AriaButton>
      <Popover
        offset={4}
        placement="bottom start"
        className="motion-popover z-50 w-72 max-w-[calc(100vw-24px)] overflow-auto rounded-card border border-floating-line bg-raised p-4 shadow-menu"
      >
        <Dialog aria-label={accessLogsTexts.period} className="outline-none">
          {({ close }) => (
            <PeriodForm
              value={value}
              onDone={(period) => {
                onChange(period);
                close();
              }}
            />
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

function PeriodForm({ value, onDone }: { value: Period; onDone: (period: Period) => void }) {
  const [period, setPeriod] = useState(value);
  const [checked, setChecked] = useState(false);
  const wrong = period.from !== null && period.to !== null && period.to < period.from;
  const today = formatDay(useNow());
  return (
    <form
      className="flex min-h-56 flex-col gap-3.5"
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (!wrong) onDone(period);
      }}
    >
      <Suspense>
        <DatePicker
          label={accessLogsTexts.from}
          filter
          max={today}
          value={period.from}
          onChange={(from) => setPeriod({ ...period, from })}
        />
        <DatePicker
          label={accessLogsTexts.to}
          filter
          max={today}
          value={period.to}
          onChange={(to) => setPeriod({ ...period, to })}
          onBlur={() => setChecked(true)}
          errorMessage={wrong && checked ? accessLogsTexts.toBeforeFrom : undefined}
        />
      </Suspense>
      <div className="mt-auto flex flex-col gap-2">
        <Button type="submit" variant="primary" wide>
          {accessLogsTexts.showPeriod}
        </Button>
        <Button wide onPress={() => onDone({ from: null, to: null })}>
          {accessLogsTexts.last24}
        </Button>
      </div>
    </form>
  );
}

function periodWords({ from, to }: Period): string {
  if (from !== null && to !== null) return accessLogsTexts.range(from, to);
  if (from !== null) return accessLogsTexts.fromOnly(from);
  return to === null ? accessLogsTexts.last24 : accessLogsTexts.toOnly(to);
}

/** The page's subtitle for the period. */
export function periodSubtitle({ from, to }: Period): string {
  if (from !== null && to !== null) return accessLogsTexts.subtitleRange(from, to);
  if (from !== null) return accessLogsTexts.subtitleFrom(from);
  return to === null ? accessLogsTexts.subtitle24 : accessLogsTexts.subtitleTo(to);
}
