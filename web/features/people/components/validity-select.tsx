import { CalendarClock, CalendarSync } from "lucide-react";
import { VALIDITY_PERIODS, type ValidityPeriod } from "#contract/validity.ts";
import { validityTexts } from "#web/texts/people.ts";
import { personDialogTexts } from "#web/texts/person-dialog.ts";
import { Button } from "#web/ui/button.tsx";
import type { FieldBinding } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { hasEnded } from "../credential-status.ts";
import type { PersonCredential } from "../person.ts";
import { validityHint } from "../validity-hint.ts";

const OPTIONS = VALIDITY_PERIODS.map((id) => ({ id, label: validityTexts[id] }));

export interface ValiditySelectProps extends Omit<FieldBinding<ValidityPeriod | "">, "onChange"> {
  onChange: (value: ValidityPeriod) => void;
  stored: PersonCredential | undefined;
  now: Date;
  /** The stored period restarts now. */
  renew: boolean;
  onRenewChange: (renew: boolean) => void;
}

export function ValiditySelect({ value, stored, now, renew, onRenewChange, onChange, ...field }: ValiditySelectProps) {
  const hint = validityHint({ period: value, renew }, stored, now);
  return (
    <div className="min-w-0">
      <Select
        {...field}
        label={personDialogTexts.validity}
        placeholder={personDialogTexts.chooseValidity}
        options={OPTIONS}
        // An ended period shows as unchosen, so that choosing it again restarts it now.
        value={value === "" || hint?.ended ? null : value}
        onChange={(chosen) => {
          onRenewChange(stored !== undefined && hasEnded(stored, now));
          onChange(chosen);
        }}
        hint={hint && <span className={hint.ended ? "text-wait-ink" : "tabular"}>{hint.text}</span>}
      />
      {hint?.isStored && (
        <Button
          size="sm"
          variant="ghost"
          className="mt-1 -ml-2"
          icon={renew ? CalendarClock : CalendarSync}
          onPress={() => onRenewChange(!renew)}
        >
          {renew ? personDialogTexts.keepDates : personDialogTexts.renew}
        </Button>
      )}
    </div>
  );
}
