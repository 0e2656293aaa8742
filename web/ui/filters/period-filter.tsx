// The period of a log: whole days, or the page's default. The calendar is fetched when opened.
import { CalendarDays } from "lucide-react";
import { useState } from "react";
import { Button as AriaButton, Dialog, DialogTrigger, Popover } from "react-aria-components";
import { formatDay } from "#web/lib/dates.ts";
import type { Period } from "#web/lib/lists/period.ts";
import { useNow } from "#web/lib/now.ts";
import { periodTexts } from "#web/texts/period.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { DatePicker } from "#web/ui/fields/date-picker.tsx";

export interface PeriodFilterProps {
  value: Period;
  onChange: (value: Period) => void;
  openWords: string;
}

export function PeriodFilter({ value, onChange, openWords }: PeriodFilterProps) {
  return (
    <DialogTrigger>
      <AriaButton
        aria-label={`${periodTexts.period}: ${periodWords(value, openWords)}`}
        className="ring-focus tabular flex min-h-control items-center gap-2 rounded-control border border-line-strong bg-secondary px-2.5 text-cell text-ink shadow-button data-hovered:bg-hover"
      >
        <CalendarDays aria-hidden size={15} className="text-ink-2" />
        {periodWords(value, openWords)}
      </AriaButton>
      <Popover
        offset={4}
        placement="bottom start"
        className="motion-popover z-50 w-72 max-w-[calc(100vw-24px)] overflow-auto rounded-card border border-floating-line bg-raised p-4 shadow-menu"
      >
        <Dialog aria-label={periodTexts.period} className="outline-none">
          {({ close }) => (
            <PeriodForm
              value={value}
              openWords={openWords}
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

function PeriodForm({
  value,
  openWords,
  onDone,
}: {
  value: Period;
  openWords: string;
  onDone: (period: Period) => void;
}) {
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
      <DatePicker
        label={periodTexts.from}
        filter
        max={today}
        value={period.from}
        onChange={(from) => setPeriod({ ...period, from })}
      />
      <DatePicker
        label={periodTexts.to}
        filter
        max={today}
        value={period.to}
        onChange={(to) => setPeriod({ ...period, to })}
        onBlur={() => setChecked(true)}
        errorMessage={wrong && checked ? periodTexts.toBeforeFrom : undefined}
      />
      <div className="mt-auto flex flex-col gap-2">
        <Button type="submit" variant="primary" wide>
          {periodTexts.showPeriod}
        </Button>
        <Button wide onPress={() => onDone({ from: null, to: null })}>
          {openWords}
        </Button>
      </div>
    </form>
  );
}

function periodWords({ from, to }: Period, openWords: string): string {
  if (from !== null && to !== null) return periodTexts.range(from, to);
  if (from !== null) return periodTexts.fromOnly(from);
  return to === null ? openWords : periodTexts.toOnly(to);
}
