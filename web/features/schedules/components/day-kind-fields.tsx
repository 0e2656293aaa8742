import { Select } from "#web/ui/choices/select.tsx";
import type { FieldBinding } from "#web/ui/fields/field.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import type { DAY_KINDS } from "../calendar-form.ts";
import { calendarsTexts as t } from "../texts/calendars.sv.ts";

type DayKind = (typeof DAY_KINDS)[number];
const CLOSED_OR_HOURS = [
  { id: "closed", label: t.closed },
  { id: "hours", label: t.otherHours },
] as const;
const KINDS = [{ id: "usual", label: t.usual }, ...CLOSED_OR_HOURS] as const;

interface DayKindProps extends FieldBinding<DayKind> {
  label: string;
  hint?: string | null;
  /** False: typed dates, which are in the calendar because they differ. */
  canBeUsual: boolean;
}

/** Tells whether days are as usual, closed, or have other hours. */
export function DayKindSelect({ canBeUsual, hint, ...field }: DayKindProps) {
  return (
    <Select
      {...field}
      {...(hint ? { hint } : {})}
      options={canBeUsual ? KINDS : CLOSED_OR_HOURS}
      className="min-w-0 sm:flex-1"
    />
  );
}

/** Shows the other hours of days, typed as "10–18". */
export function DayTimes(field: FieldBinding<string>) {
  return (
    <TextField
      {...field}
      label={t.times}
      hint={t.timesHint}
      autoComplete="off"
      inputClassName="tabular"
      className="sm:flex-1"
    />
  );
}
