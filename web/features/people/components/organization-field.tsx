import { useQuery } from "@tanstack/react-query";
import { getOrganizationNamesQueryOptions } from "#web/lib/controllers/organization-names.ts";
import { ComboBox } from "#web/ui/choices/combo-box.tsx";
import { type Option, Select } from "#web/ui/choices/select.tsx";
import type { FieldBinding } from "#web/ui/fields/field.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { peopleTexts } from "../texts/people.sv.ts";
import { personDialogTexts } from "../texts/person-dialog.sv.ts";

const SEARCHED_FROM = 9;

export interface OrganizationFieldProps extends FieldBinding<string> {
  /** A choice above the organisations. */
  first?: Option | undefined;
}

export function OrganizationField({ value, onChange, first, ...field }: OrganizationFieldProps) {
  const { data = [], isPending } = useQuery(getOrganizationNamesQueryOptions());
  const options = [...(first ? [first] : []), ...data.map(({ id, name }) => ({ id, label: name }))];
  const common = {
    ...field,
    label: peopleTexts.organization,
    placeholder: personDialogTexts.chooseOrganization,
    hint: value === "" ? personDialogTexts.chooseOrganizationHint : undefined,
    options,
    value: value === "" ? null : value,
  };
  // A few options are a select, and many a combo box, which mounts once they have come.
  if (options.length < SEARCHED_FROM) return <Select {...common} isLoading={isPending} onChange={onChange} />;
  return <ComboBox {...common} onChange={(chosen) => onChange(chosen ?? "")} />;
}

export function LockedOrganization({ name }: { name: string }) {
  return (
    <TextField
      label={peopleTexts.organization}
      hint={personDialogTexts.organizationLocked}
      value={name}
      onChange={() => {}}
      isDisabled
    />
  );
}
