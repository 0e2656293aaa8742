import { useId } from "react";
import { useFieldArray, useWatch } from "react-hook-form";
import { CALENDAR_HOLIDAYS, type CalendarHoliday } from "#contract/schedules/calendar-days.ts";
import { Select } from "#web/ui/choices/select.tsx";
import { FormField, type PortalForm } from "#web/ui/forms/form.tsx";
import type { CalendarForm } from "../calendar-form.ts";
import { holidayHint } from "../day-words.ts";
import { calendarsTexts as t } from "../texts/calendars.sv.ts";
import { holidayNames } from "../texts/holiday-names.sv.ts";
import { DayKindSelect, DayTimes } from "./day-kind-fields.tsx";

export interface CalendarPartProps {
  form: PortalForm<CalendarForm, CalendarForm>;
  today: string;
}

/** Holidays that are as usual, closed, or have other hours; further ones are added by their names. */
export function HolidayRows({ form, today }: CalendarPartProps) {
  const { control } = form;
  const headId = useId();
  const rows = useFieldArray({ control, name: "holidays" });
  const others = CALENDAR_HOLIDAYS.filter((code) => !rows.fields.some(({ holiday }) => holiday === code)).map(
    (code) => ({
      id: code,
      label: holidayNames[code],
    }),
  );

  function add(holiday: CalendarHoliday): void {
    rows.append({ holiday, kind: "closed", times: "" }, { focusName: `holidays.${rows.fields.length}.kind` });
  }

  return (
    <section aria-labelledby={headId} className="flex flex-col gap-3">
      <div>
        <h3 id={headId} className="text-small font-name text-ink">
          {t.holidays}
        </h3>
        <p className="mt-0.5 text-meta text-ink-2">{t.holidaysHelp}</p>
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        {rows.fields.map(({ id, holiday }, index) => (
          <HolidayRow key={id} form={form} today={today} holiday={holiday} index={index} />
        ))}
        {others.length > 0 && (
          <Select
            key={others.length}
            label={t.otherHoliday}
            optional
            placeholder={t.otherHolidayPlaceholder}
            value={null}
            options={others}
            onChange={add}
          />
        )}
      </div>
    </section>
  );
}

function HolidayRow({
  form: { control },
  today,
  holiday,
  index,
}: CalendarPartProps & { holiday: CalendarHoliday; index: number }) {
  const kind = useWatch({ control, name: `holidays.${index}.kind` });
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <FormField control={control} name={`holidays.${index}.kind`}>
        {(field) => (
          <DayKindSelect {...field} canBeUsual label={holidayNames[holiday]} hint={holidayHint(holiday, today)} />
        )}
      </FormField>
      {kind === "hours" && (
        <FormField control={control} name={`holidays.${index}.times`}>
          {(field) => <DayTimes {...field} />}
        </FormField>
      )}
    </div>
  );
}
