import { z } from "zod";
import { invalidArgs, invalidValue, notFound, tooManyItems } from "./fault.ts";
import type { Paging } from "./paging.ts";
import { readArguments } from "./read-arguments.ts";
import type { AxisState } from "./state.ts";

export interface OperationContext {
  state: AxisState;
  paging: Paging;
  operation: string;
}

export type Operation = (context: OperationContext, args: unknown) => Record<string, unknown>;

const tokenList = z.strictObject({ Token: z.union([z.string(), z.array(z.string())]) });
const oneToken = z.looseObject({ Token: z.string() });

/** Returns the argument Token. Throws AxisFault without one. */
export function tokenArgument(args: unknown, operation: string): string {
  return readArguments(oneToken, args, operation).Token;
}

/** Makes the operation that returns all objects, page by page. */
export function listOf<Item>(key: string, items: (state: AxisState) => Map<string, Item>): Operation {
  return ({ state, paging, operation }, args) => paging.page(state, { operation, key, items: items(state), args });
}

/** Makes the operation that returns all objects in a shorter form, page by page. */
export function shortListOf<Item>(
  key: string,
  items: (state: AxisState) => Map<string, Item>,
  shorten: (item: Item, state: AxisState) => unknown,
): Operation {
  return ({ state, paging, operation }, args) =>
    paging.page(state, { operation, key, items: items(state), args, show: shorten });
}

/** Returns objects; unknown tokens are left out, as on the device. */
export function getOf<Item>(
  key: string,
  items: (state: AxisState) => Map<string, Item>,
  shorten: (item: Item, state: AxisState) => unknown = (item) => item,
): Operation {
  return ({ state, operation }, args) => {
    const { Token } = readArguments(tokenList, args, operation);
    const tokens = Array.isArray(Token) ? Token : [Token];
    if (tokens.length > state.switches.pageCap) throw tooManyItems();
    const found = tokens.flatMap((token) => items(state).get(token) ?? []);
    return { [key]: found.map((item) => shorten(item, state)) };
  };
}

/** Replaces objects in full; an unknown token is created, an empty one assigned. */
export function setOf<Schema extends z.ZodType<{ token: string }>>(
  key: string,
  schema: Schema,
  items: (state: AxisState) => Map<string, z.output<Schema>>,
  {
    check,
    changed,
  }: {
    check?: (item: z.output<Schema>, state: AxisState) => void;
    changed?: (item: z.output<Schema>, state: AxisState) => void;
  } = {},
): Operation {
  const shape = z.strictObject({ [key]: z.array(z.unknown()) });
  return ({ state, operation }, args) => {
    const list = readArguments(shape, args, operation)[key] ?? [];
    if (list.length === 0) throw invalidArgs(`occurrence violation in element ${key}`);
    const store = (raw: unknown): string => {
      const item = readArguments(schema, raw, key);
      check?.(item, state);
      const token = item.token || state.newToken();
      if (state.refused.has(token)) throw invalidValue("ter:InvalidValue", "The item cannot be stored");
      const lie = state.lie?.(operation);
      if (lie === "forgets") return token;
      const stored = { ...item, token, ...(lie === "alters" && "ValidTo" in item ? { ValidTo: "" } : {}) };
      items(state).set(token, stored);
      state.changed();
      changed?.(stored, state);
      return token;
    };
    if (state.switches.setAllOrNothing) {
      for (const raw of list) check?.(readArguments(schema, raw, key), state);
    }
    const tokens = list.map(store);
    return { Token: tokens.length === 1 && state.switches.singleTokenAsString ? tokens[0] : tokens };
  };
}

/** Makes the operation that removes one object or several; `removed` is called for each. */
export function removeOf<Item>(
  items: (state: AxisState) => Map<string, Item>,
  removed: (token: string, state: AxisState) => void = () => undefined,
  /** Throws the fault of an object that another one still names. */
  check: (token: string, state: AxisState) => void = () => undefined,
): Operation {
  return ({ state, operation }, args) => {
    const { Token } = readArguments(tokenList, args, operation);
    const tokens = Array.isArray(Token) ? Token : [Token];
    if (state.switches.removeAllOrNothing && tokens.some((token) => !items(state).has(token))) throw notFound();
    for (const token of tokens) {
      if (items(state).has(token) && state.lie?.(operation) === "forgets") continue;
      check(token, state);
      if (!items(state).delete(token)) throw notFound();
      state.changed();
      removed(token, state);
    }
    return {};
  };
}
