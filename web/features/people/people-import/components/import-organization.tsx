import { OrganizationField } from "#web/features/people/components/organization-field.tsx";

export interface ImportOrganizationProps {
  value: string;
  onChange: (organizationId: string) => void;
}

/** Asks a system admin whose people a file has. A separate component, so that only this step fetches the list of organisations. */
export function ImportOrganization(props: ImportOrganizationProps) {
  return <OrganizationField {...props} />;
}
