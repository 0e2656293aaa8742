import { useQuery } from "@tanstack/react-query";
import { peopleTexts } from "#web/texts/people.ts";
import { ComboBox } from "#web/ui/choices/combo-box.tsx";
import { getOrganizationNamesQueryOptions } from "../api/get-organization-names.ts";

export const ALL_ORGANIZATIONS = "all";

export interface OrganizationFilterProps {
  value: string;
  onChange: (value: string) => void;
}

export function OrganizationFilter({ value, onChange }: OrganizationFilterProps) {
  const { data = [] } = useQuery(getOrganizationNamesQueryOptions());
  const options = [
    { id: ALL_ORGANIZATIONS, label: peopleTexts.allOrganizations },
    ...data.map(({ id, name }) => ({ id, label: name })),
  ];
  return (
    <ComboBox
      // Remounts once loaded: it takes its options once.
      key={data.length}
      filter
      label={peopleTexts.organization}
      options={options}
      value={value}
      onChange={(chosen) => onChange(chosen ?? ALL_ORGANIZATIONS)}
      className="w-52"
    />
  );
}
