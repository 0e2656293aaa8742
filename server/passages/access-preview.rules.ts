// Reads the differences that database/passages/access-preview.function.sql returns.
import { type AccessPreview, type ChangeTerms, PREVIEW_PLACES } from "#contract/functions/access-preview.ts";
import { ownWord } from "#contract/own-word.ts";

export interface ListedChange {
  controller_id: string;
  controller: string;
  access_point_id: string | null;
  name: string;
  kind: "gain" | "lose" | "hours" | "dates";
  people: number;
  names: string[];
  had: string | null;
  has: string | null;
}

export interface Difference {
  people: AccessPreview["people"];
  changes: ListedChange[];
  schedules: Record<string, string>;
}

/** Gathers changes by place, in their order. Pure. */
export function previewOf({ people, changes, schedules }: Difference, waiting: number): AccessPreview {
  const places = [...Map.groupBy(changes, (one) => one.access_point_id ?? one.controller_id).values()];
  return {
    people,
    waiting,
    places: places.slice(0, PREVIEW_PLACES).flatMap((all) => {
      const [first] = all;
      if (first === undefined) return [];
      const { controller_id, controller, access_point_id, name } = first;
      return {
        controller_id,
        controller,
        access_point_id,
        name,
        changes: all.map(({ kind, people: count, names, had, has }) => ({
          kind,
          people: count,
          names,
          had: readTerms(had, schedules),
          has: readTerms(has, schedules),
        })),
      };
    }),
    places_total: places.length,
  };
}

/** Reads terms such as `#always||~@`. Pure. */
export function readTerms(text: string | null, schedules: Readonly<Record<string, string>>): ChangeTerms | null {
  if (text === null) return null;
  const [door = "", rights = ""] = text.split("#");
  const nameOf = (said: string) => {
    const id = said.slice(said.indexOf("@") + 1);
    return ownWord(schedules, id) ?? id;
  };
  return {
    door: door === "" ? null : nameOf(door),
    rights: rights.split(",").map((right) => {
      const [content, from = "", until = ""] = right.slice(0, right.indexOf("@")).split("|");
      return {
        schedule: content === "always" ? null : nameOf(right),
        from: from === "" ? null : from,
        until: until === "~" ? null : until,
      };
    }),
  };
}
