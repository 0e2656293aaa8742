import type { z } from "zod";
import type { createControllerUserForm, ControllerUserForm as Values } from "#contract/forms/controller-user.ts";
import type { AxisUser } from "#contract/functions/axis-proxy.ts";
import { controllerUsersTexts as t } from "#web/features/controllers/texts/controller-users.sv.ts";
import { PinField } from "#web/ui/credentials/pin-field.tsx";
import { DatePicker } from "#web/ui/fields/date-picker.tsx";
import type { FieldBinding } from "#web/ui/fields/field.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { Form, FormField, type PortalForm } from "#web/ui/forms/form.tsx";
import { Note } from "#web/ui/note.tsx";

type Input = z.input<typeof createControllerUserForm>;

export interface ControllerUserFormProps {
  form: PortalForm<Input, Values>;
  id: string;
  person: AxisUser | null;
  onSubmit: (values: Values) => Promise<void>;
}

export function ControllerUserForm({ form, id, person, onSubmit }: ControllerUserFormProps) {
  const { control } = form;
  const isNew = person === null;
  const hasPin = person?.pin != null;
  return (
    <Form form={form} id={id} onSubmit={onSubmit}>
      {person && !person.owned && <Note tone="wait">{t.adoptHelp}</Note>}
      <div className="grid gap-x-3.5 gap-y-4 sm:grid-cols-2">
        <FormField control={control} name="firstName">
          {(field) => (
            <TextField
              {...field}
              label={t.firstName}
              autoComplete="off"
              autoFocus={isNew}
              isDisabled={!isNew}
              hint={isNew ? undefined : t.namesLocked}
            />
          )}
        </FormField>
        <FormField control={control} name="lastName">
          {(field) => <TextField {...field} label={t.lastName} autoComplete="off" isDisabled={!isNew} />}
        </FormField>
        <FormField control={control} name="pin">
          {(field) => (
            <PinField
              {...field}
              label={t.pin}
              labelNote={t.pinLength}
              autoFocus={!isNew}
              placeholder={person?.pin ?? undefined}
              hint={hasPin ? t.pinKept : undefined}
            />
          )}
        </FormField>
        <span aria-hidden className="max-sm:hidden" />
        <FormField control={control} name="validFrom">
          {(field) => <DatePicker {...bound(field)} label={t.validFrom} />}
        </FormField>
        <FormField control={control} name="validTo">
          {(field) => <DatePicker {...bound(field)} label={t.validTo} />}
        </FormField>
      </div>
      <p className="text-small text-ink-2">{isNew || person.credentialToken === null ? t.groupHelp : t.doorsKept}</p>
    </Form>
  );
}

function bound({ inputRef: _inputRef, value, onChange, ...field }: FieldBinding<string>) {
  return {
    ...field,
    value: value === "" ? null : value,
    onChange: (day: string | null) => onChange(day ?? ""),
  };
}
