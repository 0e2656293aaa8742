/** Collects the parameters of one statement while its text is written, and quotes the catalogue's names. */

/** Where a parameter's value comes from: the request's list of values, or fixed by the shape (a JSON key, say). */
export type ParamSource = { readonly slot: number } | { readonly constant: unknown };

export class SqlWriter {
  readonly params: ParamSource[] = [];
  private readonly placeOf = new Map<number, string>();
  private aliases = 0;

  /** `$n` for the value in that slot of the request; the same slot is the same parameter. */
  slot(slot: number): string {
    const known = this.placeOf.get(slot);
    if (known !== undefined) return known;
    const place = `$${this.params.push({ slot })}`;
    this.placeOf.set(slot, place);
    return place;
  }

  /** `$n` for a value that belongs to the shape. */
  constant(value: unknown): string {
    return `$${this.params.push({ constant: value })}`;
  }

  /** A fresh table alias. */
  alias(): string {
    this.aliases += 1;
    return `_t${this.aliases}`;
  }
}

/** The values of a statement's parameters, for one request. */
export function bindValues(params: readonly ParamSource[], values: readonly unknown[]): unknown[] {
  return params.map((param) => ("slot" in param ? values[param.slot] : param.constant));
}

/** A name as a quoted SQL identifier. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const qualified = (named: { readonly schema: string; readonly name: string }): string =>
  `${quoteName(named.schema)}.${quoteName(named.name)}`;
