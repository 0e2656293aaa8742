// Words of a preview: hours of a right, and places that change alike.
import type { AccessPreview, ChangeTerms, PlaceChange } from "#contract/functions/access-preview.ts";
import { formatNumber, formatShortDay } from "#web/lib/dates.ts";
import { inWords, nameList } from "#web/lib/name-list.ts";
import { previewTexts as t } from "#web/texts/preview.sv.ts";

export type Change = PlaceChange["changes"][number];

/** Returns "alltid", "Städ från 1 dec." or "Städ och Styrelse, inom dörrens tider Tvättstuga". */
export function termsWords({ door, rights }: ChangeTerms): string {
  const said = [...new Set(rights.map(rightWords))].join(t.both);
  return door === null ? said : t.within(said, door);
}

function rightWords({ schedule, from, until }: ChangeTerms["rights"][number]): string {
  const hours = schedule ?? t.always;
  const begun = from === null ? hours : t.from(hours, formatShortDay(from));
  return until === null ? begun : t.until(begun, formatShortDay(until));
}

/** Returns "4 får andra tider: alltid → Städ". */
export function changeWords({ kind, people, had, has }: Change): string {
  const count = formatNumber(people);
  if (kind === "gain") return t.gain(count, has === null ? t.always : termsWords(has));
  if (kind === "lose") return t.lose(count);
  if (had === null || has === null) return t.dates(count);
  const [old, next] = [termsWords(had), termsWords(has)];
  if (kind === "dates") return t.changedDates(count, old, next);
  return old === next ? t.sameName(count, next) : t.hours(count, old, next);
}

export interface PlaceGroup {
  title: string;
  controllers: string;
  isGate: boolean;
  changes: PlaceChange["changes"];
}

/** Merges those who lose a place, because their former hours are not shown. */
function withOneLoss(place: PlaceChange): PlaceChange {
  const shown = place.changes.map((change) => (change.kind === "lose" ? { ...change, had: null } : change));
  return { ...place, changes: joinedChanges(shown) };
}

/** Gathers places that change alike, in the order of the first of each. Pure. */
export function placeGroups(places: AccessPreview["places"]): PlaceGroup[] {
  const alike = Map.groupBy(places.map(withOneLoss), (place) =>
    JSON.stringify([place.access_point_id === null, place.changes]),
  );
  return [...alike.values()].map((group) => ({
    title: group.length > 3 ? nameList(group.map(({ name }) => name)) : inWords(group.map(({ name }) => name)),
    controllers: nameList(group.filter((one) => one.access_point_id !== null).map(({ controller }) => controller)),
    isGate: group.every((one) => one.access_point_id === null),
    changes: group[0]?.changes ?? [],
  }));
}

/** Tells whether a save asks first: hours change for anybody, or something changes for so many people. */
export function asksFirst({ people, waiting }: Pick<AccessPreview, "people" | "waiting">, least: number): boolean {
  return people.hours > 0 || people.total >= least || waiting > 0;
}

/** Joins the previews of calls about different people. Pure. */
export function joined(parts: readonly AccessPreview[]): AccessPreview {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const sum = (kind: keyof AccessPreview["people"]) => parts.reduce((total, { people }) => total + people[kind], 0);
  const byPlace = Map.groupBy(
    parts.flatMap(({ places }) => places),
    (place) => `${place.controller_id} ${place.access_point_id}`,
  );
  const places = [...byPlace.values()].flatMap((same) => {
    const [place] = same;
    return place === undefined ? [] : [{ ...place, changes: joinedChanges(same.flatMap(({ changes }) => changes)) }];
  });
  const hidden = Math.max(0, ...parts.map((part) => part.places_total - part.places.length));
  return {
    people: { gain: sum("gain"), lose: sum("lose"), hours: sum("hours"), dates: sum("dates"), total: sum("total") },
    waiting: parts.reduce((total, { waiting }) => total + waiting, 0),
    places,
    places_total: places.length + hidden,
  };
}

function joinedChanges(changes: readonly Change[]): Change[] {
  const alike = Map.groupBy(changes, ({ kind, had, has }) => JSON.stringify([kind, had, has]));
  return [...alike.values()].flatMap((same) => {
    const [change] = same;
    const people = same.reduce((total, one) => total + one.people, 0);
    return change === undefined ? [] : [{ ...change, people, names: same.flatMap(({ names }) => names) }];
  });
}
