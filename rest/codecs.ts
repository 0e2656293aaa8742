/** Column codecs of the host: a column is written encrypted and read as a mask. */

/** Unchanged: a form sent back the mask or a blank, and the stored text stays. */
export type Encoded = { readonly store: string | null } | { readonly unchanged: true };

/** What a codec binds its text to: `id` and the `needs` columns as stored, overlaid with the values being written. */
export interface CodecRow {
  readonly id: string;
  readonly row: Readonly<Record<string, unknown>>;
}

/** A column that is never read as stored. Its table has a uuid column `id`. */
export interface ColumnCodec {
  readonly table: string;
  readonly column: string;
  /** Column (usually generated) that select, filter and order read instead. */
  readonly readAs: string;
  /** Columns of the same row that `encode` needs. */
  readonly needs: readonly string[];
  /** Other body keys that carry the value. */
  readonly alsoWrittenAs?: readonly string[];
  /** Encrypts one value. The host's own errors reach the caller through `describeError`. */
  encode(value: unknown, at: CodecRow): Encoded | Promise<Encoded>;
}
