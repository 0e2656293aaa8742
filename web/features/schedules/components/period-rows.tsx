import { CalendarCheck, Plus, Trash2 } from "lucide-react";
import { useId } from "react";
import { useFieldArray, useFormState, useWatch } from "react-hook-form";
import { Button } from "#web/ui/button.tsx";
import { DatePicker } from "#web/ui/fields/date-picker.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { FormField } from "#web/ui/forms/form.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Note } from "#web/ui/note.tsx";
import { newPeriod } from "../calendar-form.ts";
import { holidaysWithin } from "../day-words.ts";
import { calendarsTexts as t } from "../texts/calendars.sv.ts";
import { DayKindSelect, DayTimes } from "./day-kind-fields.tsx";
import type { CalendarPartProps } from "./holiday-rows.tsx";

/** Shows periods of typed dates, with the server's refusals. */
export function PeriodRows({ form }: Pick<CalendarPartProps, "form">) {
  const { control } = form;
  const headId = useId();
  const rows = useFieldArray({ control, name: "periods" });
  const { errors } = useFormState({ control, name: "periods" });
  const refusal = errors.periods?.root?.message ?? errors.periods?.message;

  function remove(index: number): void {
    rows.remove(index);
    // The removed button had the focus.
    const next = Math.min(index, rows.fields.length - 2);
    requestAnimationFrame(() => form.setFocus(next < 0 ? "name" : `periods.${next}.name`));
  }

  return (
    <section aria-labelledby={headId} className="flex flex-col gap-3">
      <div>
        <h3 id={headId} className="text-small font-name text-ink">
          {t.periods}
        </h3>
        {rows.fields.length === 0 && <p className="mt-0.5 text-meta text-ink-2">{t.noPeriods}</p>}
      </div>
      {refusal && (
        <Note tone="fail" role="alert">
          {refusal}
        </Note>
      )}
      {rows.fields.map(({ id }, index) => (
        <PeriodFields key={id} form={form} index={index} onRemove={() => remove(index)} />
      ))}
      <div>
        <Button
          icon={Plus}
          size="sm"
          onPress={() => rows.append(newPeriod(), { focusName: `periods.${rows.fields.length}.name` })}
        >
          {t.addPeriod}
        </Button>
      </div>
    </section>
  );
}

interface PeriodFieldsProps extends Pick<CalendarPartProps, "form"> {
  index: number;
  onRemove: () => void;
}

function PeriodFields({ form: { control }, index, onRemove }: PeriodFieldsProps) {
  // A new row lacks a day from the start. This counts as an error only after the field has been left.
  const { isSubmitted, touchedFields } = useFormState({ control });
  const isLeft = isSubmitted || touchedFields.periods?.[index]?.from === true;
  const { from, until, kind } = useWatch({ control, name: `periods.${index}` });
  const within = from === null ? null : holidaysWithin(from, until ?? from);
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 rounded-card border border-line p-3">
      <legend className="sr-only">{t.periodNumber(index + 1)}</legend>
      <div className="flex items-end justify-between gap-2">
        <FormField control={control} name={`periods.${index}.name`}>
          {(field) => <TextField {...field} label={t.periodName} optional autoComplete="off" className="flex-1" />}
        </FormField>
        <IconButton icon={Trash2} label={t.removePeriod(index + 1)} onPress={onRemove} />
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <FormField control={control} name={`periods.${index}.from`}>
          {(field) => <DatePicker {...field} {...(isLeft ? {} : { errorMessage: undefined })} label={t.from} />}
        </FormField>
        <FormField control={control} name={`periods.${index}.until`}>
          {(field) => <DatePicker {...field} label={t.until} optional hint={t.untilHint} />}
        </FormField>
        <FormField control={control} name={`periods.${index}.kind`}>
          {(field) => (
            <DayKindSelect
              {...field}
              onChange={(chosen) => {
                if (chosen !== "usual") field.onChange(chosen);
              }}
              canBeUsual={false}
              label={t.hours}
            />
          )}
        </FormField>
        {kind === "hours" && (
          <FormField control={control} name={`periods.${index}.times`}>
            {(field) => <DayTimes {...field} />}
          </FormField>
        )}
      </div>
      {within && (
        <Note tone="quiet" icon={CalendarCheck} role="status">
          {within}
        </Note>
      )}
    </fieldset>
  );
}
