/** Column codecs: how a column whose stored text nobody may read is written sealed and read as a mask. The host supplies them. */

/** What to put in the column, or that the stored text stays as it is (a mask or a blank came back from a form). */
export type Encoded = { readonly store: string | null } | { readonly unchanged: true };

/** The row that a codec binds its text to: its `id` (uuid) and the `needs` columns, as stored, overlaid with what is being written. */
export interface CodecRow {
  readonly id: string;
  readonly row: Readonly<Record<string, unknown>>;
}

/** One column that is never read as stored. The table must have a uuid column `id`. */
export interface ColumnCodec {
  readonly table: string;
  readonly column: string;
  /** Column (usually generated) that select, filter and order use in its place, under the codec column's name. */
  readonly readAs: string;
  /** Columns of the same row that `encode` needs. */
  readonly needs: readonly string[];
  /** Other names under which a body may carry the value. */
  readonly alsoWrittenAs?: readonly string[];
  /** Seals one value. May throw the host's own error; it reaches the caller through `describeError`. */
  encode(value: unknown, at: CodecRow): Encoded | Promise<Encoded>;
}
