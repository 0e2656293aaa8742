/** The requested read of each relation, with every name resolved. */
import type { Column, Relation, Routine } from "./catalogue-types.ts";
import type { FilterOperation } from "./parse-filter.ts";
import type { AggregateName, JsonStep } from "./parse-select.ts";
import type { Relationship } from "./relationships.ts";

export interface Reference {
  readonly column: Column | Routine;
  readonly path: readonly JsonStep[];
}

export type Output =
  | {
      readonly kind: "value";
      readonly name: string;
      readonly reference: Reference | null;
      readonly cast: string | null;
      readonly aggregate: AggregateName | null;
      readonly aggregateCast: string | null;
    }
  | { readonly kind: "embed"; readonly node: ReadNode };

export type Condition =
  | { readonly kind: "compare"; readonly reference: Reference; readonly operation: FilterOperation }
  | {
      readonly kind: "group";
      readonly not: boolean;
      readonly join: "and" | "or";
      readonly members: readonly Condition[];
    }
  | { readonly kind: "exists"; readonly node: ReadNode; readonly not: boolean };

export interface Ordering {
  readonly node: ReadNode | null;
  readonly reference: Reference;
  readonly descending: boolean;
  readonly nulls: "first" | "last" | null;
}

export interface ReadNode {
  readonly relation: Relation;
  readonly depth: number;
  readonly ancestry: readonly string[];
  readonly name: string;
  readonly link: Relationship | null;
  readonly junction: Relation | null;
  readonly toOne: boolean;
  readonly inner: boolean;
  readonly spread: boolean;
  readonly outputs: Output[];
  readonly children: ReadNode[];
  readonly where: Condition[];
  readonly order: Ordering[];
  limit: number | null;
  offset: number | null;
}
