import { useState } from "react";
import { type Control, useFormState, useWatch } from "react-hook-form";
import { DEFAULT_PURPOSES, type OrganizationForm } from "#contract/forms/organization.ts";
import { DEFAULT_LOG_DAYS, ORGANIZATION_KINDS } from "#contract/tables/organizations.ts";
import { privacyTexts as t } from "#web/features/people/texts/privacy.sv.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { Select } from "#web/ui/choices/select.tsx";
import { TextAreaField, TextField } from "#web/ui/fields/text-field.tsx";
import { FormField } from "#web/ui/forms/form.tsx";
import { Disclosure } from "#web/ui/page/disclosure.tsx";

const KINDS = ORGANIZATION_KINDS.map((id) => ({ id, label: t.kinds[id] }));

export function DataFields({ control }: { control: Control<OrganizationForm, unknown, OrganizationForm> }) {
  const [isOpen, setOpen] = useState(false);
  const { errors } = useFormState({ control });
  const kind = useWatch({ control, name: "kind" }) ?? "other";
  const isWrong = errors.kind !== undefined || errors.log_days !== undefined || errors.purposes !== undefined;
  return (
    <div className="overflow-hidden rounded-card border border-line">
      <Disclosure title={t.handling} level={3} isOpen={isOpen || isWrong} onOpenChange={setOpen}>
        <div className="flex flex-col gap-4 p-3.5">
          <FormField control={control} name="kind">
            {(field) => <Select {...field} value={kind} label={t.kind} options={KINDS} />}
          </FormField>
          <FormField control={control} name="log_days">
            {(field) => (
              <TextField
                {...field}
                value={field.value ?? ""}
                label={t.logDays}
                hint={t.logDaysHint(formatNumber(DEFAULT_LOG_DAYS[kind]), t.kinds[kind])}
                inputMode="numeric"
                autoComplete="off"
                optional
              />
            )}
          </FormField>
          <FormField control={control} name="purposes">
            {(field) => (
              <TextAreaField
                {...field}
                value={field.value ?? ""}
                label={t.purposes}
                hint={t.purposesHint(DEFAULT_PURPOSES)}
                rows={4}
                optional
              />
            )}
          </FormField>
        </div>
      </Disclosure>
    </div>
  );
}
