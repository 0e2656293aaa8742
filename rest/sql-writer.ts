/** Collects a statement's parameters while its text is written. */
import type { Relation } from "./catalogue-types.ts";
import type { RowGuard } from "./row-guard.ts";

/** A slot of the request, a constant of the shape (e.g. a JSON key), or a value of the caller's row guard. */
export type ParamSource = { readonly slot: number } | { readonly constant: unknown } | { readonly ofCaller: string };

export class SqlWriter {
  readonly params: ParamSource[] = [];
  private readonly placeOf = new Map<number | string, string>();
  private readonly guard: RowGuard | null;
  private aliases = 0;

  constructor(guard: RowGuard | null) {
    this.guard = guard;
  }

  /** Returns `$n` for a slot; the same slot is the same parameter. */
  slot(slot: number): string {
    return this.place(slot, { slot });
  }

  /** Returns the row guard's condition as a list of none or one. */
  guarded(relation: Relation, alias: string): string[] {
    // A function's rows have no columns that a guard could know.
    if (relation.ofRoutine) return [];
    const value = (name: string) => this.place(`of caller ${name}`, { ofCaller: name });
    const condition = this.guard?.condition(relation, alias, value) ?? null;
    return condition === null ? [] : [condition];
  }

  /** Returns a constant's parameter. The same constant is the same parameter, so that PostgreSQL sees repeated expressions as one. */
  constant(value: string | number): string {
    return this.place(`constant ${typeof value} ${value}`, { constant: value });
  }

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

export interface Bindings {
  readonly values: readonly unknown[];
  readonly guard: RowGuard | null;
}

/** Returns the statement's values, in the order of its parameters. */
export function bindValues(params: readonly ParamSource[], { values, guard }: Bindings): unknown[] {
  return params.map((param) => {
    if ("slot" in param) return values[param.slot];
    return "constant" in param ? param.constant : guard?.values[param.ofCaller];
  });
}

/** Returns the name as an SQL identifier. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const qualified = (named: { readonly schema: string; readonly name: string }): string =>
  `${quoteName(named.schema)}.${quoteName(named.name)}`;
