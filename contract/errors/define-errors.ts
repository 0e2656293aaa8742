// The shape of the error catalogue: each refusal in both languages.
import type { ErrorCode } from "./codes.ts";

export type ErrorParams = Readonly<Record<string, string | number | null>>;

interface Facts {
  status: number;
  code: ErrorCode;
  /** Form or body field that the caller can correct. */
  field?: string;
  /** Database constraints whose violation this sentence explains. */
  constraint?: string | readonly string[];
}

interface Fixed extends Facts {
  sv: string;
  en: string;
}

export interface Given<Params> extends Facts {
  sv(this: void, params: Params): string;
  en(this: void, params: Params): string;
  /** Parameters from the detail of the violated constraint. */
  fromDetail?(this: void, detail: string): ErrorParams;
}

export interface Refusal extends Omit<Fixed, "constraint"> {
  reason: string;
  params?: ErrorParams;
}

type Definitions = Record<string, Fixed | Given<never>>;
type Made<Definition> = Refusal & Omit<Definition, "sv" | "en" | "constraint" | "fromDetail">;
type Maker<Definition> =
  Definition extends Given<infer Params> ? (params: Params) => Made<Definition> : () => Made<Definition>;

/** Declares the parameters of an entry's sentences: `given<{ controller: string }>({ …, sv: ({ controller }) => …, en: … })`. */
export function given<Params extends ErrorParams, More extends object = object>(
  definition: Given<Params> & { fromDetail?(this: void, detail: string): Params } & More,
): Given<Params> & More {
  return definition;
}

/** Defines one domain's refusals by name, each a function of its parameters. */
export function defineErrors<const T extends Definitions>(
  definitions: T,
): { readonly [Name in keyof T]: Maker<T[Name]> };
export function defineErrors(definitions: Record<string, Fixed | Given<ErrorParams>>): object {
  const errors = Object.fromEntries(
    Object.entries(definitions).map(([reason, definition]) => [
      reason,
      (params?: ErrorParams) => said(reason, definition, params),
    ]),
  );
  CONSTRAINTS.set(
    errors,
    Object.entries(definitions).flatMap(([reason, one]) => constraintsOf(reason, one)),
  );
  return errors;
}

export type Violation = readonly [constraint: string, refusal: (detail: string) => Refusal];
const CONSTRAINTS = new WeakMap<object, readonly Violation[]>();

/** Returns the database constraints that one domain's refusals explain. */
export const violationsOf = (errors: object): readonly Violation[] => CONSTRAINTS.get(errors) ?? [];

function constraintsOf(reason: string, definition: Fixed | Given<ErrorParams>): readonly Violation[] {
  const { constraint = [] } = definition;
  const read = "fromDetail" in definition ? definition.fromDetail : undefined;
  const refusal = (detail: string) => said(reason, definition, read?.(detail));
  return [constraint].flat().map((name) => [name, refusal] as const);
}

function said(reason: string, { sv, en, ...more }: Fixed | Given<ErrorParams>, params: ErrorParams = {}): Refusal {
  const { constraint: _, fromDetail: __, ...facts } = { fromDetail: undefined, ...more };
  const sentenceOf = (sentence: string | ((params: ErrorParams) => string)) =>
    typeof sentence === "string" ? sentence : sentence(params);
  return { ...facts, reason, sv: sentenceOf(sv), en: sentenceOf(en), ...(typeof sv === "string" ? {} : { params }) };
}
