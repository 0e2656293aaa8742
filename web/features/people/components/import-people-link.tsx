import { Upload } from "lucide-react";
import { importPath, PEOPLE_OF_ROLE } from "#web/lib/people/people-address.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { peopleTexts } from "../texts/people.sv.ts";

/** Leads to the page that adds people by file. */
export function ImportPeopleLink() {
  const { role } = useSignedIn();
  return (
    <ButtonLink icon={Upload} href={importPath(PEOPLE_OF_ROLE[role])}>
      {peopleTexts.importFile}
    </ButtonLink>
  );
}
