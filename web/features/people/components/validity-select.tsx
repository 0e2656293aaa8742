import { CalendarClock, CalendarSync } from "lucide-react";
import { useWatch } from "react-hook-form";
import type { EndUserForm } from "#contract/forms/end-user.ts";
import { stockholmDay } from "#contract/stockholm.ts";
import { lastEndDate, STORED_VALIDITIES } from "#contract/validity.ts";
import { Button } from "#web/ui/button.tsx";
import { Select } from "#web/ui/choices/select.tsx";
import { DatePicker } from "#web/ui/fields/date-picker.tsx";
import { FormField, type PortalForm } from "#web/ui/forms/form.tsx";
import { hasEnded } from "../credential-status.ts";
import type { PersonCredential } from "../person.ts";
import { validityTexts } from "../texts/people.sv.ts";
import { personDialogTexts } from "../texts/person-dialog.sv.ts";
import { endDateOf, validityHint } from "../validity-hint.ts";

const OPTIONS = STORED_VALIDITIES.map((id) => ({ id, label: validityTexts[id] }));

const FIELDS = {
  pin: { validity: "pin_validity", endDate: "pin_end_date", renew: "pin_renew" },
  vehicle: { validity: "vehicle_validity", endDate: "vehicle_end_date", renew: "vehicle_renew" },
} as const;

export interface ValiditySelectProps {
  form: PortalForm<EndUserForm, EndUserForm>;
  kind: keyof typeof FIELDS;
  stored: PersonCredential | undefined;
  now: Date;
}

/** Chooses a period or an end date. An unchanged choice keeps the stored dates. */
export function ValiditySelect({ form, kind, stored, now }: ValiditySelectProps) {
  const { control } = form;
  const names = FIELDS[kind];
  const [period, endDate, renew] = useWatch({ control, name: [names.validity, names.endDate, names.renew] });
  const hint = validityHint({ period, endDate, renew }, stored, now);
  const setRenew = (on: boolean) => form.setValue(names.renew, on, { shouldDirty: true });
  const isOwn = period === "custom";
  const shownHint = hint && <span className={hint.ended ? "text-wait-ink" : "tabular"}>{hint.text}</span>;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <FormField control={control} name={names.validity}>
        {({ onChange, ...field }) => (
          <Select
            {...field}
            label={personDialogTexts.validity}
            placeholder={personDialogTexts.chooseValidity}
            options={OPTIONS}
            // An ended period shows as unchosen, so that choosing it again restarts it now.
            value={period === "" || (hint?.ended && !isOwn) ? null : period}
            onChange={(chosen) => {
              setRenew(chosen !== "custom" && stored !== undefined && hasEnded(stored, now));
              form.clearErrors(names.endDate);
              onChange(chosen);
            }}
            hint={isOwn ? undefined : shownHint}
          />
        )}
      </FormField>
      {isOwn && (
        <FormField control={control} name={names.endDate}>
          {(field) => (
            <DatePicker
              {...field}
              label={personDialogTexts.endDate}
              value={field.value === "" ? null : field.value}
              onChange={(day) => field.onChange(day ?? "")}
              min={firstDay(stored, now)}
              max={lastEndDate(now)}
              hint={shownHint}
            />
          )}
        </FormField>
      )}
      {hint?.isStored && !isOwn && (
        <Button
          size="sm"
          variant="ghost"
          className="-mt-2 -ml-2 self-start"
          icon={renew ? CalendarClock : CalendarSync}
          onPress={() => setRenew(!renew)}
        >
          {renew ? personDialogTexts.keepDates : personDialogTexts.renew}
        </Button>
      )}
    </div>
  );
}

/** Returns today, or the stored day that has passed, which stays readable. */
function firstDay(stored: PersonCredential | undefined, now: Date): string {
  const today = stockholmDay(now);
  const kept = endDateOf(stored);
  return kept !== undefined && kept < today ? kept : today;
}
