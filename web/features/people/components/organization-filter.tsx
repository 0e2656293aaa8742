import { useQuery } from "@tanstack/react-query";
import { getOrganizationNamesQueryOptions } from "#web/lib/controllers/organization-names.ts";
import { ComboBox } from "#web/ui/choices/combo-box.tsx";
import { getOrganizationsOfPeopleQueryOptions } from "../api/get-organization-names.ts";
import { peopleTexts } from "../texts/people.sv.ts";

export const ALL_ORGANIZATIONS = "all";

export interface OrganizationFilterProps {
  value: string;
  onChange: (value: string) => void;
}

/** Offers the organisations that people belong to, and the chosen one, which an address may name without any people. */
export function OrganizationFilter({ value, onChange }: OrganizationFilterProps) {
  const { data: peopled = [], isSuccess, isPending } = useQuery(getOrganizationsOfPeopleQueryOptions());
  const isChosenMissing = isSuccess && value !== ALL_ORGANIZATIONS && !peopled.some(({ id }) => id === value);
  const { data: named = [] } = useQuery({ ...getOrganizationNamesQueryOptions(), enabled: isChosenMissing });
  const chosen = isChosenMissing ? named.filter(({ id }) => id === value) : [];
  const options = [
    { id: ALL_ORGANIZATIONS, label: peopleTexts.allOrganizations },
    ...[...peopled, ...chosen].map(({ id, name }) => ({ id, label: name })),
  ];
  return (
    <ComboBox
      isLoading={isPending}
      filter
      label={peopleTexts.organization}
      options={options}
      value={value}
      onChange={(id) => onChange(id ?? ALL_ORGANIZATIONS)}
      className="w-52"
    />
  );
}
