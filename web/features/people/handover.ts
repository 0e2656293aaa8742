// Makes the note that hands over a person's PIN. Pure.
import { standingOf } from "#contract/word-validity.ts";
import { type AssignedController, doorName, opensFor, shownDoors } from "#web/lib/controllers/assigned-controllers.ts";
import { formatLongDay, read } from "#web/lib/dates.ts";
import { endWords, type HandoverNote } from "#web/lib/people/handover-note.ts";
import { doorIdsAt, fullName, type Person, type PersonCredential } from "./person.ts";
import { handoverTexts } from "./texts/handover.sv.ts";

export interface Handover {
  person: Person;
  credential: PersonCredential;
  pin: string;
}

export function handoverOf(given: Handover, controllers: readonly AssignedController[], now: Date): HandoverNote {
  const { person, credential, pin } = given;
  const chosen = new Set(doorIdsAt(credential, now));
  const doors = controllers.flatMap(shownDoors).filter((door) => chosen.has(door.id) && opensFor(pin, door));
  return {
    for: fullName(person),
    organization: person.organizations?.name ?? "",
    code: pin,
    doors: doors.map(doorName).toSorted((a, b) => a.localeCompare(b, "sv", { numeric: true })),
    standing: standingOf(
      { enabled: credential.enabled, validFrom: read(credential.valid_from), validTo: read(credential.valid_to) },
      now,
    ),
    validFrom: credential.valid_from === null ? null : formatLongDay(credential.valid_from),
    validTo: credential.valid_to === null ? null : endWords(credential.valid_to),
    advice: handoverTexts.advice,
  };
}
