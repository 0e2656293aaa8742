import type { ColumnCodec } from "./codecs.ts";

export interface Column {
  readonly name: string;
  readonly type: string;
  /** PostgreSQL's type category ("A" array, "S" text …), or `json`, `jsonb`, `tsvector`. */
  readonly category: string;
  /** SQL of the default; null without one or when the column is not writable. */
  readonly default: string | null;
  /** The column that reads use: itself, or the mask of a codec column. */
  readonly readName: string;
  /** Part of `*`. */
  readonly shown: boolean;
  readonly codec: ColumnCodec | null;
}

export interface Relation {
  readonly name: string;
  readonly schema: string;
  readonly isView: boolean;
  /** A function's own row type, not a table's. */
  readonly ofRoutine: boolean;
  readonly columns: ReadonlyMap<string, Column>;
  readonly primaryKey: readonly string[];
  /** Computed columns: functions of the row, by name. */
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
  /** Null for scalars and void. */
  readonly rows: Relation | null;
  readonly returnsVoid: boolean;
  /** SQL type of the value, or of each element of a set. */
  readonly returns: string;
}
