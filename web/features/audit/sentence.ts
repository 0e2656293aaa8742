import { type AuditAction, isAuditAction } from "#contract/audit-actions.ts";
import { personFieldText } from "#contract/forms/person-fields.ts";
import { PERSON_FIELDS } from "#contract/person-fields.ts";
import type { AuditedRow, AuditListRow } from "#contract/tables/audit.ts";
import { doorReasonText } from "#web/lib/passages/door-reason.ts";
import { auditTexts } from "./texts/audit.sv.ts";
import { changed, secretChanged } from "./texts/audit-facts.ts";
import { auditSentences } from "./texts/audit-sentences.sv.ts";

type Row = Pick<
  AuditListRow,
  "action" | "actor" | "actor_name" | "subject_name" | "row_count" | "part_of" | "names" | "before" | "after"
>;

/** Returns the actor's name, "Systemet" for the portal itself, or words for a deleted account. */
export function whoName({ actor, actor_name }: Pick<Row, "actor" | "actor_name">): string {
  if (actor_name !== null) return actor_name;
  return actor === null ? auditTexts.system : auditTexts.unknownActor;
}

/** Returns text such as "ändrade PIN-koden för Alva Exempelsson". */
export function whatWasDone({ action, subject_name, row_count, part_of, names, before, after }: Row): string {
  if (!isAuditAction(action)) return auditTexts.unknownAction(action);
  const rows = { before: before ?? {}, after: withReasonInWords(action, after ?? {}) };
  return auditSentences[action]({
    name: subject_name,
    count: row_count,
    isPart: part_of !== null,
    people: { names: names.people, count: names.people_count },
    places: { names: names.places, count: names.place_count },
    ...rows,
    details: PERSON_FIELDS.filter((field) => changed(rows, field) || secretChanged(rows, field)).map((field) =>
      personFieldText(field, "changed"),
    ),
  });
}

/** Words the reason: for a door it is stored as a word of a list, elsewhere as typed. */
function withReasonInWords(action: string, after: AuditedRow): AuditedRow {
  const { reason } = after;
  return action.startsWith("door_") && typeof reason === "string"
    ? { ...after, reason: doorReasonText(reason) }
    : after;
}

export function whatHeading(row: Row): string {
  const what = whatWasDone(row);
  return what.charAt(0).toLocaleUpperCase("sv") + what.slice(1);
}

/** Actions that report a device's state, so that their sentences have no actor. */
const WITHOUT_ACTOR: readonly string[] = ["removal_confirmed", "access_points.pin_alone_read"] satisfies AuditAction[];

/** Returns a sentence such as "Anna Ek ändrade PIN-koden för Alva Exempelsson." */
export function wholeSentence(row: Row): string {
  if (WITHOUT_ACTOR.includes(row.action)) return whatHeading(row);
  return `${whoName(row)} ${whatWasDone(row)}`;
}
