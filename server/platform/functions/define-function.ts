// The shape of one function of /functions/v1. The loop that signs in, parses and answers is server/functions.ts.
import type { z } from "zod";
import type { Language } from "#contract/language.ts";
import type { Role } from "#contract/roles.ts";
import type { Deps } from "../deps.ts";
import type { CallerContext } from "./as-caller.ts";

export interface FunctionCall<Input> extends CallerContext {
  input: Input;
  /** The caller's, for a reply that holds sentences. */
  language: Language;
}

/** `Needs`: what `handle` is given beyond the platform; the root gives every function all of it. */
export interface PortalFunction<Schema extends z.ZodType = z.ZodType, in Needs extends Deps = Deps> {
  /** Last segment of the address. */
  name: string;
  method: "GET" | "POST";
  /** Who may call it. `asCaller` checks it: see as-caller.ts. */
  role: Role | "any";
  /** Body of a POST, query of a GET. */
  input: Schema;
  /** Returns the reply's own keys; `success: true` is added. */
  handle(deps: Needs, call: FunctionCall<z.output<Schema>>): Promise<object>;
}

/** Keeps the types of input and needs while the list holds all functions. */
export function defineFunction<Schema extends z.ZodType, Needs extends Deps>(
  definition: PortalFunction<Schema, Needs>,
): PortalFunction<Schema, Needs> {
  return definition;
}
