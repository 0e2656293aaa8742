import { OrganizationField } from "#web/features/people/components/organization-field.tsx";

export interface ImportOrganizationProps {
  value: string;
  onChange: (organizationId: string) => void;
}

/** Asks a system admin whose people a file has. A part of its own: its list of organisations is not fetched by others. */
export function ImportOrganization(props: ImportOrganizationProps) {
  return <OrganizationField {...props} />;
}
