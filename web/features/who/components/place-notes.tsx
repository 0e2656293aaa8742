import type { PassingPlace } from "#contract/tables/who-may-pass.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { Note } from "#web/ui/note.tsx";
import { whoTexts as t } from "../texts/who.sv.ts";
import { placeNotes } from "../who-words.ts";

/** Notes that concern everybody at a place. */
export function PlaceNotes({ place, isPast }: { place: PassingPlace; isPast: boolean }) {
  return (
    <div className="mb-4 flex flex-col gap-2 empty:hidden">
      {placeNotes(place, isPast).map(({ tone, sentence }) => (
        <Note key={sentence} tone={tone}>
          {sentence}
        </Note>
      ))}
    </div>
  );
}

/** Names what an org admin's answer leaves out. */
export function OwnPeopleNote() {
  const { role } = useSignedIn();
  return role === "org_admin" && <p className="mt-3 text-small text-ink-2">{t.ownPeopleOnly}</p>;
}
