import { type RefObject, useState } from "react";
import { Dialog, Popover } from "react-aria-components";
import { formatDay } from "#web/lib/dates.ts";
import type { Period } from "#web/lib/lists/period.ts";
import { useNow } from "#web/lib/now.ts";
import { periodTexts } from "#web/texts/period.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { DatePicker } from "#web/ui/fields/date-picker.tsx";

export interface PeriodPanelProps {
  value: Period;
  onChange: (value: Period) => void;
  openWords: string;
  isOpen: boolean;
  onClose: () => void;
  trigger: RefObject<HTMLButtonElement | null>;
}

/** Shows a panel with two days, below the filter's button. */
export function PeriodPanel({ isOpen, onClose, trigger, value, onChange, openWords }: PeriodPanelProps) {
  return (
    <Popover
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      triggerRef={trigger}
      offset={4}
      placement="bottom start"
      className="motion-popover z-50 w-72 max-w-[calc(100vw-24px)] overflow-auto rounded-card border border-floating-line bg-raised p-4 shadow-menu"
    >
      <Dialog aria-label={periodTexts.period} className="outline-none">
        <PeriodForm
          value={value}
          openWords={openWords}
          onDone={(period) => {
            onChange(period);
            onClose();
          }}
        />
      </Dialog>
    </Popover>
  );
}

interface PeriodFormProps {
  value: Period;
  openWords: string;
  onDone: (period: Period) => void;
}

function PeriodForm({ value, openWords, onDone }: PeriodFormProps) {
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
