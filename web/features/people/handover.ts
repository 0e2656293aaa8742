// The note that hands a person's PIN over.
import type { QueryClient } from "@tanstack/react-query";
import { doorName } from "#web/lib/assigned-controllers.ts";
import { formatLongDay } from "#web/lib/dates.ts";
import type { HandoverNote } from "#web/lib/handover-note.ts";
import { getOrganizationAccessQueryOptions } from "#web/lib/organization-access.ts";
import { handoverTexts } from "#web/texts/handover.ts";
import type { HandoverMail } from "#web/ui/handover/handover-dialog.tsx";
import { toastFailure } from "#web/ui/toast.tsx";
import { getEndUserQueryOptions } from "./api/get-end-user.ts";
import { mailPin } from "./api/pins.ts";
import { credentialsOf, doorIds, fullName, type Person, type PersonCredential } from "./person.ts";

export interface PersonHandover {
  note: HandoverNote;
  mail: HandoverMail | undefined;
}

export interface Handover {
  person: Person;
  credential: PersonCredential;
  pin: string;
}

/** Null, with the reason shown, when the doors could not be fetched: a note without them would mislead. */
export async function handoverOf(client: QueryClient, given: Handover): Promise<PersonHandover | null> {
  const { person, credential, pin } = given;
  try {
    const controllers = await client.fetchQuery({
      ...getOrganizationAccessQueryOptions(person.organization_id),
      staleTime: 60_000,
    });
    const chosen = new Set(doorIds(credential));
    const doors = controllers.flatMap((controller) => controller.access_points).filter((door) => chosen.has(door.id));
    const note = {
      for: fullName(person),
      organization: person.organizations?.name ?? "",
      code: pin,
      doors: doors.map(doorName).toSorted((a, b) => a.localeCompare(b, "sv", { numeric: true })),
      validFrom: credential.valid_from === null ? null : formatLongDay(credential.valid_from),
      validTo: credential.valid_to === null ? null : formatLongDay(credential.valid_to),
      advice: handoverTexts.advice,
    };
    const { email } = person;
    const mail = email === null ? undefined : { to: email, send: () => mailIt(credential.id, email) };
    return { note, mail };
  } catch (error) {
    toastFailure(error);
    return null;
  }
}

async function mailIt(credentialId: string, to: string): Promise<string> {
  return (await mailPin(credentialId)) === "sent" ? handoverTexts.mailed(to) : handoverTexts.mailQueued(to);
}

/** Of a PIN that was just saved. */
export async function handoverOfSaved(client: QueryClient, id: string, pin: string): Promise<PersonHandover | null> {
  try {
    const person = await client.fetchQuery(getEndUserQueryOptions({ id }));
    const [credential] = credentialsOf(person, "pin");
    return credential === undefined ? null : await handoverOf(client, { person, credential, pin });
  } catch (error) {
    toastFailure(error);
    return null;
  }
}
