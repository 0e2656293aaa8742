import type { z } from "zod";
import type { Action, FileAction } from "#contract/define-action.ts";
import type { Language } from "#contract/language.ts";
import type { Deps } from "../deps.ts";
import type { CallerContext } from "./as-caller.ts";

export interface ActionCall extends CallerContext {
  /** The caller's language, for replies with sentences. */
  language: Language;
}

/** An action with its handler. `Needs`: what the handler takes beyond the platform. */
export interface ServedAction<Name extends string | null = string | null, in Needs extends Deps = Deps> {
  contract: Action<Name>;
  handle(deps: Needs, call: ActionCall, input: unknown): Promise<object | void>;
}

/** Joins an action and its handler, whose reply has the keys of the action's reply and no others, at any depth. */
export function action<
  Name extends string | null,
  Input extends z.ZodType,
  Reply extends z.ZodObject,
  Needs extends Deps,
  Given extends Answer<Reply>,
>(
  contract: Action<Name, Input, Reply>,
  handle: (deps: Needs, call: ActionCall, input: z.output<Input>) => Promise<Given & OnlyKeysOf<Answer<Reply>, Given>>,
): ServedAction<Name, Needs> {
  return { contract, handle };
}

/** A reply that is no JSON. */
export class FileReply {
  readonly type: FileAction["type"];
  readonly bytes: Buffer;

  constructor(type: FileAction["type"], bytes: Buffer) {
    this.type = type;
    this.bytes = bytes;
  }
}

export interface ServedFile<in Needs extends Deps = Deps> {
  contract: FileAction;
  handle(deps: Needs, call: ActionCall, input: unknown): Promise<FileReply>;
}

/** Joins an action whose reply is a file with the handler that makes the file. */
export function fileOf<Input extends z.ZodType, Needs extends Deps>(
  contract: FileAction<Input>,
  read: (deps: Needs, call: ActionCall, input: z.output<Input>) => Promise<Buffer>,
): ServedFile<Needs> {
  return {
    contract,
    handle: async (deps: Needs, call: ActionCall, input: z.output<Input>) =>
      new FileReply(contract.type, await read(deps, call, input)),
  };
}

/** The reply without `success`, which is added to each; nothing where the reply has nothing else. */
type Answer<Reply extends z.ZodObject> = keyof z.input<Reply> extends "success"
  ? void
  : Omit<z.input<Reply>, "success">;

type OnlyKeysOf<Expected, Given> = [UnknownKeys<Expected, Given>] extends [never]
  ? unknown
  : { "keys that the reply does not have": UnknownKeys<Expected, Given> };

type Plain = string | number | boolean | bigint | null | undefined | void;

/** Keys of the given object, including its lists and objects, that the expected one lacks. */
type UnknownKeys<Expected, Given> = unknown extends Expected
  ? never
  : Given extends Plain
    ? never
    : Given extends readonly (infer Item)[]
      ? UnknownKeys<ItemOf<Expected>, Item>
      : {
          [Key in keyof Given]-?: Key extends KeyOf<Expected> ? UnknownKeys<At<Expected, Key>, Given[Key]> : Key;
        }[keyof Given];

type ItemOf<List> = List extends readonly (infer Item)[] ? Item : never;
type KeyOf<Union> = Union extends Plain ? never : Union extends unknown ? keyof Union : never;
type At<Union, Key> = Union extends unknown ? (Key extends keyof Union ? Union[Key] : never) : never;
