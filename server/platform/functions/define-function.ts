import type { z } from "zod";
import type { Language } from "#contract/language.ts";
import type { Role } from "#contract/roles.ts";
import type { Deps } from "../deps.ts";
import type { PortalError } from "../http/errors.ts";
import type { CallerContext } from "./as-caller.ts";

export interface FunctionCall<Input> extends CallerContext {
  input: Input;
  /** The caller's, for replies with sentences. */
  language: Language;
}

/** A reply that is no JSON. */
export class FileReply {
  readonly type: string;
  readonly bytes: Buffer;

  constructor(type: "image/jpeg", bytes: Buffer) {
    this.type = type;
    this.bytes = bytes;
  }
}

/** `Needs`: what `handle` takes beyond the platform; the root provides all of it. */
export interface PortalFunction<Schema extends z.ZodType = z.ZodType, in Needs extends Deps = Deps> {
  name: string;
  method: "GET" | "POST";
  /** Checked before `handle` begins. */
  role: Role | "any";
  /** Body of a POST, query of a GET. */
  input: Schema;
  /** Returns the reply; `success: true` is added to an object. */
  handle(deps: Needs, call: FunctionCall<z.output<Schema>>): Promise<object | FileReply>;
  /** Words a refusal by what was attempted, also one from before `handle`; `body` as it was sent. */
  named?(refusal: PortalError, body: unknown): PortalError;
}

export function defineFunction<Schema extends z.ZodType, Needs extends Deps>(
  definition: PortalFunction<Schema, Needs>,
): PortalFunction<Schema, Needs> {
  return definition;
}
