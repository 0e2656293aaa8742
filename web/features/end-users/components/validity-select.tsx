import { VALIDITY_PERIODS, type ValidityPeriod } from "#contract/validity.ts";
import { endUsersTexts, validityTexts } from "../../../texts/end-users.ts";
import type { FieldBinding } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";
import type { PersonCredential } from "../person.ts";
import { validityHint } from "../validity-hint.ts";

const OPTIONS = VALIDITY_PERIODS.map((id) => ({ id, label: validityTexts[id] }));

export interface ValiditySelectProps extends Omit<FieldBinding<ValidityPeriod | "">, "onChange"> {
  onChange: (value: ValidityPeriod) => void;
  stored: PersonCredential | undefined;
  now: Date;
}

/** "Giltighet" with its dates below. */
export function ValiditySelect({ value, stored, now, ...field }: ValiditySelectProps) {
  const hint = validityHint(value, stored, now);
  return (
    <Select
      {...field}
      label={endUsersTexts.validity}
      placeholder={endUsersTexts.chooseValidity}
      options={OPTIONS}
      value={value === "" ? null : value}
      hint={hint && <span className={hint.ended ? "text-wait-ink" : "tabular"}>{hint.text}</span>}
    />
  );
}
