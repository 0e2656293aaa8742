// The shape of the error catalogue: each refusal in both languages.
import type { ErrorCode } from "./codes.ts";

export type ErrorParams = Readonly<Record<string, string | number | null>>;

interface Facts {
  status: number;
  code: ErrorCode;
  /** Form or body field that the caller can correct. */
  field?: string;
}

interface Fixed extends Facts {
  sv: string;
  en: string;
}

export interface Given<Params> extends Facts {
  sv(this: void, params: Params): string;
  en(this: void, params: Params): string;
}

export interface Refusal extends Fixed {
  reason: string;
  params?: ErrorParams;
}

type Definitions = Record<string, Fixed | Given<never>>;
type Made<Definition> = Refusal & Omit<Definition, "sv" | "en">;
type Maker<Definition> =
  Definition extends Given<infer Params> ? (params: Params) => Made<Definition> : () => Made<Definition>;

/** Parameters of an entry's sentences: `given<{ controller: string }>({ …, sv: ({ controller }) => …, en: … })`. */
export function given<Params extends ErrorParams, More extends object = object>(
  definition: Given<Params> & More,
): Given<Params> & More {
  return definition;
}

/** One domain's refusals by name, each a function of its parameters. */
export function defineErrors<const T extends Definitions>(
  definitions: T,
): { readonly [Name in keyof T]: Maker<T[Name]> };
export function defineErrors(definitions: Record<string, Fixed | Given<ErrorParams>>): object {
  return Object.fromEntries(
    Object.entries(definitions).map(([reason, definition]) => [
      reason,
      (params?: ErrorParams) => said(reason, definition, params),
    ]),
  );
}

function said(reason: string, { sv, en, ...facts }: Fixed | Given<ErrorParams>, params: ErrorParams = {}): Refusal {
  const sentenceOf = (sentence: string | ((params: ErrorParams) => string)) =>
    typeof sentence === "string" ? sentence : sentence(params);
  return { ...facts, reason, sv: sentenceOf(sv), en: sentenceOf(en), ...(typeof sv === "string" ? {} : { params }) };
}
