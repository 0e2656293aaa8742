// One object per action of a function, with its input and its reply. The server, the page and tests use the same object.
import { z } from "zod";

const success = z.literal(true);

export interface Action<
  Name extends string | null = string | null,
  Input extends z.ZodType = z.ZodType,
  Reply extends z.ZodObject = z.ZodObject,
> {
  /** The function: its path below /functions/v1. */
  readonly fn: string;
  /** The value of `action` in the body. Null: the function has one action, and the body has no such key. */
  readonly name: Name;
  readonly input: Input;
  readonly reply: Reply;
}

/**
 * Returns a function that defines the actions of one function. An action is given by the keys of its body (beside `action`) and of its
 * reply (beside `success`).
 */
export function actionsOf(fn: string) {
  return <Name extends string, Input extends z.ZodRawShape, Reply extends z.ZodRawShape>(
    name: Name,
    input: Input,
    reply: Reply,
  ) => ({
    fn,
    name,
    input: z.object({ action: z.literal(name), ...input }),
    reply: z.object({ success, ...reply }),
  });
}

/** Returns the only action of a function that does one thing. */
export function onlyAction<Input extends z.ZodType, Reply extends z.ZodRawShape>(
  fn: string,
  input: Input,
  reply: Reply,
) {
  return { fn, name: null, input, reply: z.object({ success, ...reply }) };
}

/** The single action of a function whose reply is a file. */
export interface FileAction<Input extends z.ZodType = z.ZodType> {
  readonly fn: string;
  readonly input: Input;
  readonly type: "image/jpeg";
}

/** Returns the only action of a function whose reply is a file of one type. */
export function fileAction<Input extends z.ZodType>(
  fn: string,
  input: Input,
  type: FileAction["type"],
): FileAction<Input> {
  return { fn, input, type };
}

/** The body of a call, without `action`. */
export type BodyOf<Input extends z.ZodType> =
  z.input<Input> extends infer Body ? (Body extends unknown ? Omit<Body, "action"> : never) : never;
export type InputOf<One extends Action> = BodyOf<One["input"]>;
export type ReplyOf<One extends Action> = z.output<One["reply"]>;
