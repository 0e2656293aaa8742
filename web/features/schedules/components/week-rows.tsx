import { Plus } from "lucide-react";
import { useId } from "react";
import { useFieldArray, useFormState, useWatch } from "react-hook-form";
import { Button } from "#web/ui/button.tsx";
import type { PortalForm } from "#web/ui/forms/form.tsx";
import { Note } from "#web/ui/note.tsx";
import { newRow, type ScheduleForm } from "../schedule-form.ts";
import { schedulesTexts as t } from "../texts/schedules.sv.ts";
import { WeekGrid } from "./week-grid.tsx";
import { WeekRowFields } from "./week-row-fields.tsx";

export interface WeekRowsProps {
  form: PortalForm<ScheduleForm, ScheduleForm>;
  today: string;
}

/** Shows the week, drawn and as typed rows, with the server's refusals. */
export function WeekRows({ form, today }: WeekRowsProps) {
  const { control } = form;
  const headId = useId();
  const rows = useFieldArray({ control, name: "hours" });
  const values = useWatch({ control, name: "hours" });
  const { errors } = useFormState({ control, name: "hours" });
  const refusal = errors.hours?.root?.message ?? errors.hours?.message;

  function remove(index: number): void {
    rows.remove(index);
    // The removed button had the focus.
    const next = Math.min(index, rows.fields.length - 2);
    requestAnimationFrame(() => form.setFocus(next < 0 ? "name" : `hours.${next}.from`));
  }

  return (
    <section aria-labelledby={headId} className="flex min-w-0 flex-col gap-3">
      <h3 id={headId} className="text-small font-name text-ink">
        {t.week}
      </h3>
      <WeekGrid
        rows={values}
        today={today}
        onChange={rows.replace}
        onEdit={(row) => form.setFocus(`hours.${row}.from`)}
      />
      <p className="text-meta text-ink-2">{rows.fields.length === 0 ? t.noHours : t.timeHint}</p>
      {refusal && (
        <Note tone="fail" role="alert">
          {refusal}
        </Note>
      )}
      {rows.fields.map(({ id }, index) => (
        <WeekRowFields key={id} control={control} index={index} today={today} onRemove={() => remove(index)} />
      ))}
      <div>
        <Button
          icon={Plus}
          size="sm"
          onPress={() => rows.append(newRow(today), { focusName: `hours.${rows.fields.length}.from` })}
        >
          {t.addHours}
        </Button>
      </div>
    </section>
  );
}
