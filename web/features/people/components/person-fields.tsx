import { useState } from "react";
import { type Control, useFormState } from "react-hook-form";
import type { EndUserForm } from "#contract/forms/end-user.ts";
import { personFieldText } from "#contract/forms/person-fields.ts";
import { PERSON_FIELDS, type PersonField, personFields } from "#contract/person-fields.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { TextAreaField, TextField } from "#web/ui/fields/text-field.tsx";
import { FormField } from "#web/ui/forms/form.tsx";
import { Disclosure } from "#web/ui/page/disclosure.tsx";
import { personDialogTexts } from "../texts/person-dialog.sv.ts";
import type { PersonForm } from "../use-person-form.ts";
import { LockedOrganization, OrganizationField } from "./organization-field.tsx";

export const SHOWN = PERSON_FIELDS.filter((name) => !personFields[name].isFolded);

/** Organisation, names and the optional texts beside them. */
export function PersonFields({ form, base }: Pick<PersonForm, "form" | "base">) {
  const chooses = useSignedIn().role === "system_admin";
  const { control } = form;
  return (
    <>
      {chooses && base && <LockedOrganization name={base.organizations?.name ?? ""} />}
      {chooses && !base && (
        <FormField control={control} name="organization_id">
          {(field) => (
            <OrganizationField
              {...field}
              onChange={(id) => {
                field.onChange(id);
                form.setValue("group_ids", []);
                form.setValue("pin_access_points", []);
                form.setValue("vehicle_controllers", []);
              }}
            />
          )}
        </FormField>
      )}
      <div className="grid gap-x-3.5 gap-y-4 sm:grid-cols-2">
        <FormField control={control} name="first_name">
          {(field) => (
            <TextField
              {...field}
              label={personDialogTexts.firstName}
              autoComplete="off"
              autoFocus={!chooses && !base}
            />
          )}
        </FormField>
        <FormField control={control} name="last_name">
          {(field) => <TextField {...field} label={personDialogTexts.lastName} autoComplete="off" />}
        </FormField>
        {SHOWN.map((name) => (
          <OptionalText key={name} control={control} name={name} />
        ))}
      </div>
    </>
  );
}

export const FOLDED = PERSON_FIELDS.filter((name) => personFields[name].isFolded);

/** Shows the optional texts that most people lack: folded until one of them is filled. */
export function MoreFields({ form: { control } }: Pick<PersonForm, "form">) {
  const [open, setOpen] = useState<boolean | null>(null);
  const { defaultValues, errors } = useFormState({ control });
  const isFilled = FOLDED.some((name) => defaultValues?.[name]);
  // Stays open when the refused text is corrected.
  if (open !== true && FOLDED.some((name) => errors[name])) setOpen(true);
  return (
    <div className="overflow-hidden rounded-card border border-line">
      <Disclosure title={personDialogTexts.moreFields} level={3} isOpen={open ?? isFilled} onOpenChange={setOpen}>
        <div className="grid gap-x-3.5 gap-y-4 border-t border-line p-4 sm:grid-cols-2">
          {FOLDED.map((name) => (
            <OptionalText key={name} control={control} name={name} />
          ))}
        </div>
      </Disclosure>
    </div>
  );
}

interface OptionalTextProps {
  control: Control<EndUserForm, unknown, EndUserForm>;
  name: PersonField;
}

function OptionalText({ control, name }: OptionalTextProps) {
  const { input, isFolded } = personFields[name];
  const looks = {
    label: personFieldText(name, "label"),
    hint: personFieldText(name, "hint") || undefined,
    optional: true,
  };
  return (
    <FormField control={control} name={name}>
      {(field) =>
        input === "lines" ? (
          <TextAreaField {...field} {...looks} className="sm:col-span-2" />
        ) : (
          <TextField
            {...field}
            {...looks}
            type={input}
            autoComplete="off"
            className={isFolded ? undefined : "sm:col-span-2"}
          />
        )
      }
    </FormField>
  );
}
