/** Column codecs of the host: written encrypted, read as a mask. */

/** Unchanged: a form sent back the mask or a blank. */
export type Encoded = { readonly store: string | null } | { readonly unchanged: true };

/** What a codec binds its text to: `id` and the `needs` columns, as stored or being written. */
export interface CodecRow {
  readonly id: string;
  readonly row: Readonly<Record<string, unknown>>;
}

export interface ColumnCodec {
  readonly table: string;
  readonly column: string;
  /** Column that select, filter and order read instead. */
  readonly readAs: string;
  readonly needs: readonly string[];
  readonly alsoWrittenAs?: readonly string[];
  encode(value: unknown, at: CodecRow): Encoded | Promise<Encoded>;
}
