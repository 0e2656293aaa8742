import type { RestReply } from "./context.ts";
import { notOneRow, rangeNotSatisfiable } from "./errors.ts";
import type { Preferences, ReplyForm } from "./parse-headers.ts";
import type { StatementRow } from "./statement.ts";

export interface ReadOutcome {
  readonly row: StatementRow;
  readonly total: number | null;
  readonly offset: number;
  readonly form: ReplyForm;
  readonly preferences: Preferences;
  readonly head: readonly string[];
  readonly bodyless: boolean;
}

/** Builds the reply. Throws 406 (not one row for an object) and 416 (an offset past the end). */
export function readReply(outcome: ReadOutcome): RestReply {
  const { row, total, offset, form } = outcome;
  requireOneRow(form, row.rows);
  if (total !== null && offset > total)
    throw rangeNotSatisfiable(`An offset of ${offset} was requested, but there are only ${total} rows.`, total);
  return {
    status: total !== null && row.rows < total ? 206 : 200,
    headers: {
      "content-type": form.contentType,
      "content-range": contentRange(row.rows, offset, total),
      ...applied(outcome.preferences, ["count"]),
    },
    body: outcome.bodyless ? null : bodyText(row.body, form, outcome.head),
  };
}

/** Throws inside the transaction unless there is one row, so a write is undone. */
export function requireOneRow(form: ReplyForm, rows: number): void {
  if (form.kind === "object" && rows !== 1) throw notOneRow(rows);
}

const contentRange = (rows: number, offset: number, total: number | null): string =>
  `${rows === 0 ? "*" : `${offset}-${offset + rows - 1}`}/${total ?? "*"}`;

/** Returns the body in the form that was asked for. `body` null: no rows. */
export function bodyText(body: string | null, form: ReplyForm, head: readonly string[]): string {
  if (form.kind === "csv") return [head.map(csvCell).join(","), body ?? ""].join("\n");
  const text = body ?? "[]";
  if (form.kind === "composite") return text === "[]" ? "null" : text.slice(1, -1);
  return form.kind === "object" ? text.slice(1, -1) : text;
}

const csvCell = (name: string): string => (/[",\n\r]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name);

export type Applicable = "count" | "return" | "resolution" | "missing";

/** Returns the applied preferences. `subjects` are those that the verb obeyed; the rest hold for every call. */
export function applied(preferences: Preferences, subjects: readonly Applicable[]): Record<string, string> {
  const said = subjects.flatMap((subject) => {
    const value = preferences[subject];
    return value === null || (subject === "missing" && value === "null") ? [] : [`${subject}=${value}`];
  });
  if (preferences.rollback) said.push("tx=rollback");
  if (preferences.strict) said.push("handling=strict");
  if (preferences.maxAffected !== null) said.push(`max-affected=${preferences.maxAffected}`);
  return said.length === 0 ? {} : { "preference-applied": said.join(", ") };
}
