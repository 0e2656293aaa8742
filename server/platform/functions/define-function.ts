import { z } from "zod";
import type { Action } from "#contract/define-action.ts";
import type { Role } from "#contract/roles.ts";
import type { Deps } from "../deps.ts";
import type { PortalError } from "../http/errors.ts";
import type { ActionCall, FileReply, ServedAction, ServedFile } from "./action.ts";

interface FunctionCall extends ActionCall {
  input: unknown;
}

/** Known only in this file, so that a function without a contract for its replies cannot be listed. */
const typed = Symbol("made by defineFunction");

interface Common {
  /** Checked before the handler begins. */
  role: Role | "any";
  /** Puts the attempted operation into a refusal, also into one from before the handler. `body` is the body as sent. */
  named?(refusal: PortalError, body: unknown): PortalError;
}

/** `Needs`: what `handle` takes beyond the platform; the root provides all of it. */
export interface PortalFunction<in Needs extends Deps = Deps> extends Common {
  readonly [typed]: true;
  name: string;
  method: "GET" | "POST";
  /** Body of a POST, query of a GET. */
  input: z.ZodType;
  /** Handles a call and returns the reply; `success: true` is added to an object. */
  handle(deps: Needs, call: FunctionCall): Promise<object | FileReply>;
}

interface OneCall<Needs extends Deps> extends Common {
  method?: "GET" | "POST";
  call: ServedAction<null, Needs> | ServedFile<Needs>;
}

type Contract = Readonly<Record<string, Action<string, z.ZodObject<{ action: z.ZodLiteral<string> }>>>>;
type Handlers<All> = { readonly [Name in keyof All]: { contract: Action<Name & string> } };
type NeedsOf<All> = [All[keyof All]] extends [ServedAction<string, infer Needs>] ? Needs : never;

interface ManyCalls<All extends Contract, Served extends Handlers<All>> extends Common {
  contract: All;
  /** A handler for each action of the contract. */
  actions: Served & Record<Exclude<keyof Served, keyof All>, never>;
  /** Completes a body before it is parsed. */
  complete?: (body: unknown) => unknown;
}

/** Makes a function from its contract, with a handler for each action. */
export function defineFunction<All extends Contract, Served extends Handlers<All>>(
  definition: ManyCalls<All, Served>,
): PortalFunction<NeedsOf<Served>>;
/** Makes a function with one action. */
export function defineFunction<Needs extends Deps>(definition: OneCall<Needs>): PortalFunction<Needs>;
export function defineFunction(
  definition: ManyCalls<Contract, Record<string, ServedAction<string, never>>> | OneCall<never>,
): PortalFunction<never> {
  if ("actions" in definition) return ofActions(definition);
  const { method = "POST", call, ...common } = definition;
  const { fn: name, input } = call.contract;
  return {
    ...common,
    [typed]: true,
    name,
    method,
    input,
    handle: async (deps, { input: read, ...caller }) => (await call.handle(deps, caller, read)) ?? {},
  };
}

function ofActions({
  contract,
  actions,
  complete,
  ...common
}: ManyCalls<Contract, Record<string, ServedAction<string, never>>>): PortalFunction<never> {
  const [first, ...others] = Object.values(contract);
  if (first === undefined) throw new Error("a function without actions");
  const input = z.discriminatedUnion("action", [first.input, ...others.map((one) => one.input)]);
  return {
    ...common,
    [typed]: true,
    name: first.fn,
    method: "POST",
    input: complete === undefined ? input : z.preprocess(complete, input),
    handle: async (deps, { input: read, ...caller }) => {
      const served = actions[attempted.parse(read).action];
      if (served === undefined) throw new Error("an action without a handler");
      return (await served.handle(deps, caller, read)) ?? {};
    },
  };
}

const attempted = z.object({ action: z.string() });
