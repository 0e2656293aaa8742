// Leads from an empty list to the act that fills it, in the person's own area.
import { HOME_OF_ROLE } from "#contract/roles.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { fillTexts as t } from "#web/texts/fill.sv.ts";
import { ButtonLink } from "#web/ui/button.tsx";

/** A controller is added by a system admin only; an org admin sees which ones the organisation has. */
const LINKS = {
  controller: {
    system_admin: { label: t.addController, path: "/controllers?add=1" },
    org_admin: { label: t.showPermissions, path: "/permissions" },
  },
  opening: {
    system_admin: { label: t.openPlace, path: "/doors" },
    org_admin: { label: t.openPlace, path: "/doors" },
  },
  person: {
    system_admin: { label: t.addPerson, path: "/end-users?add=1" },
    org_admin: { label: t.addPerson, path: "/end-users?add=1" },
  },
} as const;

export function FillLink({ by }: { by: keyof typeof LINKS }) {
  const { role } = useSignedIn();
  const { label, path } = LINKS[by][role];
  return <ButtonLink href={`${HOME_OF_ROLE[role]}${path}`}>{label}</ButtonLink>;
}
