/** Collects the parameters of one statement while its text is written, and quotes the catalogue's names. */
import type { Relation } from "./catalogue-types.ts";
import type { RowWall } from "./row-wall.ts";

/** Where a parameter's value comes from: the request's list of values, the shape (a JSON key, say), or the caller's wall. */
export type ParamSource = { readonly slot: number } | { readonly constant: unknown } | { readonly ofCaller: string };

export class SqlWriter {
  readonly params: ParamSource[] = [];
  private readonly placeOf = new Map<number | string, string>();
  private readonly wall: RowWall | null;
  private aliases = 0;

  constructor(wall: RowWall | null) {
    this.wall = wall;
  }

  /** `$n` for the value in that slot of the request; the same slot is the same parameter. */
  slot(slot: number): string {
    return this.place(slot, { slot });
  }

  /** What the wall demands of the row under `alias`, as a list of conditions: none or one. */
  walled(relation: Relation, alias: string): string[] {
    // A function answers for its own rows: they have no columns that a wall could know.
    if (relation.ofRoutine) return [];
    const condition = this.wall?.condition(relation, alias, (name) => this.place(name, { ofCaller: name })) ?? null;
    return condition === null ? [] : [condition];
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

  private place(key: number | string, source: ParamSource): string {
    const known = this.placeOf.get(key);
    if (known !== undefined) return known;
    const place = `$${this.params.push(source)}`;
    this.placeOf.set(key, place);
    return place;
  }
}

/** What a request brings to a cached statement. */
export interface Bindings {
  readonly values: readonly unknown[];
  readonly wall: RowWall | null;
}

/** The values of a statement's parameters, for one request. */
export function bindValues(params: readonly ParamSource[], { values, wall }: Bindings): unknown[] {
  return params.map((param) => {
    if ("slot" in param) return values[param.slot];
    return "constant" in param ? param.constant : wall?.values[param.ofCaller];
  });
}

/** A name as a quoted SQL identifier. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const qualified = (named: { readonly schema: string; readonly name: string }): string =>
  `${quoteName(named.schema)}.${quoteName(named.name)}`;
