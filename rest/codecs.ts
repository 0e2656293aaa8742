/** Column codecs of the host: columns that are written encrypted and read as a mask. */

/** Unchanged: a form sent back the mask or a blank. */
export type Encoded = { readonly store: string | null } | { readonly unchanged: true };

/** The columns that a codec binds its text to: `id` and those of `needs`, as stored or being written. */
export interface CodecRow {
  readonly id: string;
  readonly row: Readonly<Record<string, unknown>>;
}

export interface ColumnCodec {
  readonly table: string;
  readonly column: string;
  /** The column that select, filter and order read instead. */
  readonly readAs: string;
  readonly needs: readonly string[];
  readonly alsoWrittenAs?: readonly string[];
  encode(value: unknown, at: CodecRow): Encoded | Promise<Encoded>;
}
