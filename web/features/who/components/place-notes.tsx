import type { PassingPlace } from "#contract/tables/who-may-pass.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { Note } from "#web/ui/note.tsx";
import { whoTexts as t } from "../texts/who.sv.ts";
import { placeWords } from "../who-words.ts";

/** Notes that concern everybody at a place. */
export function PlaceNotes({ place, isPast }: { place: PassingPlace; isPast: boolean }) {
  const notes = placeWords(place, isPast);
  return (
    <div className="mb-4 flex flex-col gap-2 empty:hidden">
      {notes.map(({ tone, sentence }) => (
        <Note key={sentence} tone={tone}>
          {sentence}
        </Note>
      ))}
      {notes.length === 0 && place.hours_name !== null && (
        <Note tone="quiet">{(isPast ? t.hoursWereOpen : t.hoursOpen)(place.hours_name)}</Note>
      )}
      {place.unmanaged !== null && place.unmanaged > 0 && (
        <Note tone="wait">{t.unmanaged(formatNumber(place.unmanaged), place.unmanaged === 1)}</Note>
      )}
    </div>
  );
}

/** Names what an org admin's answer leaves out. */
export function OwnPeopleNote() {
  const { role } = useSignedIn();
  return role === "org_admin" && <p className="mt-3 text-small text-ink-2">{t.ownPeopleOnly}</p>;
}
