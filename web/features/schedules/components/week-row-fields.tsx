import { CalendarRange, CircleAlert, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { type Control, useWatch } from "react-hook-form";
import { doorPinTexts } from "#web/features/controllers/texts/door-pin.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/choices/checkbox.tsx";
import { Select } from "#web/ui/choices/select.tsx";
import { DatePicker } from "#web/ui/fields/date-picker.tsx";
import type { FieldBinding } from "#web/ui/fields/field.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { FormField } from "#web/ui/forms/form.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { weekNumber } from "../day-words.ts";
import type { ScheduleForm } from "../schedule-form.ts";
import { schedulesTexts as t } from "../texts/schedules.sv.ts";
import { comingWeeks, WEEKDAYS } from "../week-blocks.ts";

const REPEATS = [
  { id: "1", label: t.everyWeek },
  { id: "2", label: t.everySecondWeek },
  { id: "4", label: t.everyFourthWeek },
] as const;

interface RowProps {
  control: Control<ScheduleForm, unknown, ScheduleForm>;
  index: number;
}

interface WeekRowProps extends RowProps {
  /** yyyy-MM-dd. */
  today: string;
  onRemove: () => void;
}

/** Shows one row: days, times and how often, and a period where it has one. */
export function WeekRowFields({ control, index, today, onRemove }: WeekRowProps) {
  const row = useWatch({ control, name: `hours.${index}` });
  const [isLimited, limit] = useState(false);
  const weeks =
    row.every === "1"
      ? ""
      : comingWeeks(row, today)
          .map((day) => t.weekHead(String(weekNumber(day))))
          .join(", ");
  const hasPeriod = isLimited || row.valid_from !== null || row.valid_until !== null;
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 rounded-card border border-line p-3">
      <legend className="sr-only">{t.hoursNumber(index + 1)}</legend>
      <div className="flex items-start justify-between gap-2">
        <FormField control={control} name={`hours.${index}.weekdays`}>
          {(field) => <Weekdays {...field} />}
        </FormField>
        <IconButton icon={Trash2} label={t.removeHours(index + 1)} onPress={onRemove} />
      </div>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-[6.5rem_6.5rem_minmax(0,1fr)]">
        <FormField control={control} name={`hours.${index}.from`}>
          {(field) => <TextField {...field} label={t.from} autoComplete="off" inputClassName="tabular" />}
        </FormField>
        <FormField control={control} name={`hours.${index}.to`}>
          {(field) => <TextField {...field} label={t.to} autoComplete="off" inputClassName="tabular" />}
        </FormField>
        <FormField control={control} name={`hours.${index}.every`}>
          {(field) => <Select {...field} label={t.every} options={REPEATS} className="phone:col-span-2" />}
        </FormField>
      </div>
      {row.every !== "1" && (
        <FormField control={control} name={`hours.${index}.anchor`}>
          {(field) => (
            <DatePicker {...field} label={t.anchor} hint={weeks === "" ? t.anchorHint : t.comingWeeks(weeks)} />
          )}
        </FormField>
      )}
      {hasPeriod ? (
        <Period control={control} index={index} />
      ) : (
        <div>
          <Button variant="ghost" size="sm" icon={CalendarRange} onPress={() => limit(true)}>
            {t.limit}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

function Period({ control, index }: RowProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <FormField control={control} name={`hours.${index}.valid_from`}>
        {(field) => <DatePicker {...field} label={t.validFrom} optional />}
      </FormField>
      <FormField control={control} name={`hours.${index}.valid_until`}>
        {(field) => <DatePicker {...field} label={t.validUntil} optional />}
      </FormField>
    </div>
  );
}

function Weekdays({ value, onChange, errorMessage, inputRef }: FieldBinding<number[]>) {
  const helpId = useId();
  const first = typeof inputRef === "function" ? { inputRef } : {};
  const choose = (day: number, on: boolean) =>
    onChange(WEEKDAYS.filter((one) => (one === day ? on : value.includes(one))));
  return (
    <fieldset className="min-w-0" {...(errorMessage ? { "aria-describedby": helpId } : {})}>
      <legend className="mb-1.5 text-small font-name text-ink">{t.weekdays}</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1.5">
        {WEEKDAYS.map((day) => (
          <Checkbox
            key={day}
            value={value.includes(day)}
            isInvalid={errorMessage !== undefined}
            onChange={(on) => choose(day, on)}
            {...(day === 1 ? first : {})}
          >
            {doorPinTexts.days[day - 1]}
          </Checkbox>
        ))}
      </div>
      {errorMessage && (
        <p id={helpId} className="mt-[5px] flex items-start gap-1.5 text-meta text-fail-ink">
          <CircleAlert aria-hidden size={14} className="mt-px shrink-0" />
          <span>{errorMessage}</span>
        </p>
      )}
    </fieldset>
  );
}
