// Shows above a person's form whether each credential opens now, and otherwise why not.
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-aria-components";
import { getControllersNowQueryOptions } from "#web/lib/controllers/controllers-now.ts";
import { getOrganizationAccessQueryOptions } from "#web/lib/controllers/organization-access.ts";
import { useNow } from "#web/lib/now.ts";
import { whoAddress } from "#web/lib/passages/who-address.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { Note } from "#web/ui/note.tsx";
import { getEndUserQueryOptions } from "../api/get-end-user.ts";
import { getUnfittingQueryOptions } from "../api/get-unfitting.ts";
import { answerWords } from "../credential-answer.ts";
import { placesOf } from "../credential-places.ts";
import { credentialsOf, type Person } from "../person.ts";
import { credentialAnswerTexts as t } from "../texts/credential-answer.sv.ts";

const REFRESH_MS = 5_000;

export function CredentialAnswers({ person: stored }: { person: Person }) {
  // Read again while a controller has changes to take, so that the answer follows the door.
  const { data: person = stored } = useQuery({
    ...getEndUserQueryOptions(stored),
    refetchInterval: ({ state }) => (isAwaited(state.data ?? stored) ? REFRESH_MS : false),
  });
  const { role } = useSignedIn();
  const now = new Date(useNow());
  const access = useQuery(getOrganizationAccessQueryOptions(person.organization_id)).data;
  const units = useQuery(getControllersNowQueryOptions()).data;
  const pins = credentialsOf(person, "pin");
  const credentials = [...pins, ...credentialsOf(person, "license_plate")];
  const { data: unfitting } = useQuery({
    ...getUnfittingQueryOptions(pins, access ?? []),
    enabled: access !== undefined,
  });
  if (!access || !units || !unfitting || credentials.length === 0) return null;
  const sync = { label: t.sync, href: role === "system_admin" ? "/system-admin/sync" : "/org-admin/sync" };
  return (
    <>
      <section aria-label={t.title} className="flex flex-col gap-2">
        {credentials.map((credential) => {
          const answer = answerWords(
            credential,
            person.updated_at,
            placesOf(credential, access, { units, unfitting }),
            now,
          );
          const [head, ...rest] = answer.lines;
          return (
            <Note key={credential.id} tone={answer.tone} actions={answer.isAboutSync ? [sync] : []}>
              <p className="font-strong">{head}</p>
              {rest.map((line) => (
                <p key={line}>{line}</p>
              ))}
            </Note>
          );
        })}
      </section>
      <Link
        href={whoAddress(role, "user", person.id)}
        className="ring-focus inline-flex min-h-6 items-center self-start rounded-check text-small text-ink-2 underline decoration-line-strong underline-offset-2 data-hovered:text-ink coarse:min-h-11"
      >
        {t.where}
      </Link>
    </>
  );
}

function isAwaited({ credentials }: Person): boolean {
  return credentials.some(({ sync_states }) => sync_states.some(({ state }) => state !== "synced"));
}
