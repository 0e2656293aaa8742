import { PeopleImport } from "#web/features/people/people-import/components/people-import.tsx";
import { peopleImportTexts as texts } from "#web/features/people/texts/people-import.sv.ts";
import { PEOPLE_OF_ROLE } from "#web/lib/people/people-address.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { PageHead } from "#web/ui/page/page-head.tsx";

/** Shows the page of both areas. */
export function ImportPeoplePage() {
  return (
    <>
      <PageHead title={texts.title} subtitle={texts.subtitle} />
      <PeopleImport usersPath={PEOPLE_OF_ROLE[useSignedIn().role]} />
    </>
  );
}
