// One object per SQL function that may be called by its name: how its answer is read. Arguments and columns are the
// catalogue's (contract/generated). The page and tests read the same object.
import { z } from "zod";
import type { SystemAdminDatabase } from "./generated/system-admin.ts";

type SqlFunctions = SystemAdminDatabase["public"]["Functions"];
export type SqlFunction = keyof SqlFunctions;

/** Functions behind a route of the server: their arguments, without those that the route adds. */
interface ReadByRoute {
  search_end_users: Omit<SqlFunctions["search_end_users"]["Args"], "pin_tokens">;
}

export type ArgumentsOf<Name extends SqlFunction> = Name extends keyof ReadByRoute
  ? ReadByRoute[Name]
  : [SqlFunctions[Name]["Args"]] extends [never]
    ? Record<never, never>
    : SqlFunctions[Name]["Args"];

export interface SqlCall<Name extends SqlFunction = SqlFunction, Answer = unknown> {
  readonly name: Name;
  readonly reply: z.ZodType<Answer>;
  /** Asks for the only row instead of a list of rows. */
  readonly isOneRow: boolean;
}

type RowOf<Name extends SqlFunction> = SqlFunctions[Name]["Returns"] extends readonly (infer Row)[] ? Row : never;
type Columns<Row> = { readonly [Column in keyof Row]: z.ZodType<Row[Column]> };
type NoOthers<Row, Given> = Record<Exclude<keyof Given, keyof Row>, never>;

/** Describes a function that answers rows, with each column of the catalogue and no other. */
export function rowsOf<Name extends SqlFunction, Given extends Columns<RowOf<Name>> & z.ZodRawShape>(
  name: Name,
  columns: Given & NoOthers<RowOf<Name>, Given>,
) {
  const row = z.object<Given>(columns);
  return { name, row, reply: z.array(row), isOneRow: false };
}

/** Describes a function that answers one row, as `rowsOf`. */
export function oneRowOf<Name extends SqlFunction, Given extends Columns<RowOf<Name>> & z.ZodRawShape>(
  name: Name,
  columns: Given & NoOthers<RowOf<Name>, Given>,
) {
  return { name, reply: z.object<Given>(columns), isOneRow: true };
}

/** Describes a function that answers one JSON value, whose shape the catalogue does not have. */
export function valueOf<Name extends SqlFunction, Reply extends z.ZodType>(name: Name, reply: Reply) {
  return { name, reply, isOneRow: false };
}
