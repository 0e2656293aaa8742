// Words a row of "Vem kommer in?". Pure.
import type { PassingPlace, PassingRow } from "#contract/tables/who-may-pass.ts";
import { formatDayAndClock, formatNumber } from "#web/lib/dates.ts";
import { nameList } from "#web/lib/name-list.ts";
import { endWords } from "#web/lib/people/handover-note.ts";
import { whoTexts as t } from "./texts/who.sv.ts";

export function whoName({ kind, label }: PassingRow): string {
  return kind === "weekly_code" ? t.weeklyCode(label) : label;
}

/** Names the place. For a removed credential only the unit is known, not the door. */
export function whereName({
  reason,
  access_point_id,
  credential_type,
  controller_name,
  place_name,
}: PassingRow): string {
  if (reason === "removed" && access_point_id === null && credential_type === "pin")
    return t.removedFrom(controller_name ?? "–");
  return place_name ?? "–";
}

/** Names the rights behind a row: "tilldelad direkt och via gruppen Städ". */
export function sourceWords({ kind, sources }: PassingRow): string {
  if (kind === "weekly_code") return t.whoHasCode;
  if (kind === "direct") return t.madeThere;
  const groups = sources.flatMap(({ group_name: group, schedule_name: schedule }) => {
    if (group === null) return [];
    return schedule === null ? group : t.withSchedule(group, schedule);
  });
  const via = groups.length === 0 ? null : t.viaGroup(nameList(groups), groups.length === 1);
  const own = sources.some(({ group_id }) => group_id === null) ? t.own : null;
  return own !== null && via !== null ? t.ownAndGroup(own, via) : (own ?? via ?? "");
}

export const reasonWords = ({ reason }: PassingRow): string | null => (reason === null ? null : t.reasons[reason]);

/** Returns until when somebody gets in, or from when. */
export function untilWords({ reason, valid_from, valid_to }: PassingRow): string {
  if ((reason === "not_begun" || reason === "membership_not_begun") && valid_from !== null)
    return t.from(formatDayAndClock(valid_from));
  if (reason === "removed") return "–";
  return valid_to === null ? t.forever : endWords(valid_to);
}

interface PlaceNote {
  tone: "fail" | "wait" | "quiet";
  sentence: string;
}

/** Returns the notes that concern everybody at a place, for the page and for the file. */
export function placeNotes(place: PassingPlace, isPast: boolean): PlaceNote[] {
  const { hours_name: hours, unmanaged } = place;
  const notes: PlaceNote[] = placeWords(place, isPast);
  if (notes.length === 0 && hours !== null)
    notes.push({ tone: "quiet", sentence: (isPast ? t.hoursWereOpen : t.hoursOpen)(hours) });
  if (unmanaged !== null && unmanaged > 0)
    notes.push({ tone: "wait", sentence: t.unmanaged(formatNumber(unmanaged), unmanaged === 1) });
  return notes;
}

/** Returns sentences about a place where nobody or everybody gets in; `isPast`: got in. */
export function placeWords(place: PassingPlace, isPast = false): { tone: "fail" | "wait"; sentence: string }[] {
  const said: { tone: "fail" | "wait"; sentence: string }[] = [];
  if (place.everybody === "held" && place.everybody_until !== null)
    said.push({ tone: "wait", sentence: isPast ? t.wasHeld : t.held(formatDayAndClock(place.everybody_until)) });
  else if (place.everybody === "not_relocked" && isPast) said.push({ tone: "wait", sentence: t.wasNotRelocked });
  else if (place.everybody !== null && place.everybody !== "held")
    said.push({ tone: "wait", sentence: t.everybody[place.everybody] });
  if (place.unsure !== null)
    said.push({ tone: "wait", sentence: (isPast ? t.wasUncertain : t.uncertain)(t.reasons[place.unsure]) });
  else if (place.closed !== null)
    said.push({ tone: "fail", sentence: nobodyAt(place, isPast)(t.reasons[place.closed]) });
  // A gate opens by its own list without the portal.
  if (place.closed !== null && place.lists && !place.is_door)
    said.push({ tone: "wait", sentence: isPast ? t.byListThen : t.byList });
  return said;
}

function nobodyAt({ is_door: isDoor }: PassingPlace, isPast: boolean) {
  if (isDoor) return isPast ? t.nobodyThen : t.nobody;
  return isPast ? t.nobodyAtGateThen : t.nobodyAtGate;
}
