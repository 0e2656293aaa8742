import type { ColumnCodec } from "./codecs.ts";

export interface Column {
  readonly name: string;
  readonly type: string;
  /** PostgreSQL's type category ("A" array, …), or `json`, `jsonb`, `tsvector`. */
  readonly category: string;
  /** Null for a column without a default, or one that is not writable. */
  readonly default: string | null;
  /** The column's own name, or the mask of a codec column. */
  readonly readName: string;
  readonly shown: boolean;
  readonly codec: ColumnCodec | null;
}

export interface Relation {
  readonly name: string;
  readonly schema: string;
  readonly isView: boolean;
  readonly ofRoutine: boolean;
  readonly columns: ReadonlyMap<string, Column>;
  readonly primaryKey: readonly string[];
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
  readonly comment: string | null;
  readonly schema: string;
  readonly setOf: boolean;
  readonly readOnly: boolean;
  readonly arguments: readonly RoutineArgument[];
  readonly rows: Relation | null;
  readonly returnsVoid: boolean;
  /** Type of the value, or of a set's elements. */
  readonly returns: string;
}
