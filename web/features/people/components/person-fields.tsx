import type { Control } from "react-hook-form";
import type { EndUserForm } from "#contract/forms/end-user.ts";
import { personFieldText } from "#contract/forms/person-fields.ts";
import { PERSON_FIELDS, personFields } from "#contract/person-fields.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { FormField } from "#web/ui/forms/form.tsx";
import { personDialogTexts } from "../texts/person-dialog.sv.ts";
import type { PersonForm } from "../use-person-form.ts";
import { LockedOrganization, OrganizationField } from "./organization-field.tsx";

/** Organisation, names and optional texts. */
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
              autoFocus={!chooses || !!base}
            />
          )}
        </FormField>
        <FormField control={control} name="last_name">
          {(field) => <TextField {...field} label={personDialogTexts.lastName} autoComplete="off" />}
        </FormField>
        <OptionalTexts control={control} />
      </div>
    </>
  );
}

function OptionalTexts({ control }: { control: Control<EndUserForm, unknown, EndUserForm> }) {
  return PERSON_FIELDS.map((name) => (
    <FormField key={name} control={control} name={name}>
      {(field) => (
        <TextField
          {...field}
          label={personFieldText(name, "label")}
          optional
          type={personFields[name].input}
          autoComplete="off"
          hint={personFieldText(name, "hint") || undefined}
          className="sm:col-span-2"
        />
      )}
    </FormField>
  ));
}
