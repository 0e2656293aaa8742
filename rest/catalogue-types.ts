// What the catalogue knows of one schema: columns, relations and functions.
import type { ColumnCodec } from "./codecs.ts";

export interface Column {
  readonly name: string;
  /** Schema-qualified SQL type, as PostgreSQL writes it. */
  readonly type: string;
  /** PostgreSQL's type category ("A" array, "S" text …), or `json`, `jsonb`, `tsvector`. */
  readonly category: string;
  /** SQL of the default; null when there is none or it may not be written. */
  readonly default: string | null;
  /** The column that reads go to: itself, or the mask of a codec column. */
  readonly readName: string;
  /** Part of `*`. */
  readonly shown: boolean;
  readonly codec: ColumnCodec | null;
}

/** A table, view, or the rows a function returns. */
export interface Relation {
  readonly name: string;
  readonly schema: string;
  readonly isView: boolean;
  /** The rows of a function that are no table's. */
  readonly ofRoutine: boolean;
  readonly columns: ReadonlyMap<string, Column>;
  readonly primaryKey: readonly string[];
  /** Functions of the row, by name: computed columns. */
  readonly computed: ReadonlyMap<string, Routine>;
  readonly codecs: readonly ColumnCodec[];
}

export interface RoutineArgument {
  readonly name: string;
  readonly type: string;
  readonly category: string;
  readonly optional: boolean;
}

export interface Routine {
  readonly name: string;
  readonly schema: string;
  readonly setOf: boolean;
  readonly readOnly: boolean;
  readonly arguments: readonly RoutineArgument[];
  /** The rows it returns when they have columns; null for scalars and void. */
  readonly rows: Relation | null;
  readonly returnsVoid: boolean;
  /** SQL type of the value, or of each where it is a set. */
  readonly returns: string;
}
