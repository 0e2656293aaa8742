// Calls /functions/v1/<name>. supabase-js's invoke would hide a refusal's body, which has the sentence, code and field.

import type { z } from "zod";
import type { Action, BodyOf, FileAction } from "#contract/define-action.ts";
import { errorReplySchema } from "#contract/errors/codes.ts";
import { errorTexts } from "#web/texts/errors.sv.ts";
import { API_KEY, bearer, fetchNoticing } from "./auth-client.ts";
import { FunctionError } from "./errors.ts";

export interface CallOptions {
  method?: "GET" | "POST";
  query?: Record<string, string>;
  signal?: AbortSignal;
}

/** Calls one action of a function. Throws the errors of `callFunction`. */
export async function callAction<Input extends z.ZodType, Reply extends z.ZodObject>(
  { fn, name, reply }: Action<string | null, Input, Reply>,
  input: BodyOf<Input>,
  options: CallOptions = {},
): Promise<z.output<Reply>> {
  const body: object = input;
  return callFunction(fn, reply, name === null ? body : { action: name, ...body }, options);
}

/** Posts JSON and parses the reply. Throws FunctionError, with code "network" and `status` 0 when no answer came. */
export async function callFunction<Reply extends z.ZodType>(
  name: string,
  reply: Reply,
  body: unknown,
  options: CallOptions = {},
): Promise<z.output<Reply>> {
  return (await callTraced(name, reply, body, options)).reply;
}

/** Calls like `callFunction`, and also returns the id by which the server's log knows the call. */
export async function callTraced<Reply extends z.ZodType>(
  name: string,
  reply: Reply,
  body: unknown,
  options: CallOptions = {},
): Promise<{ reply: z.output<Reply>; requestId: string | null }> {
  const response = await send(name, body, options);
  const json: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw refusal(response.status, json);
  const parsed = reply.safeParse(json);
  if (parsed.success) return { reply: parsed.data, requestId: response.headers.get("x-request-id") };
  throw new FunctionError(errorTexts.badReply, {
    ...EMPTY,
    code: "bad_reply",
    status: response.status,
    cause: parsed.error,
  });
}

/** Posts JSON and returns a file. Throws the errors of `callFunction`. */
export async function fetchFile<Input extends z.ZodType>(
  { fn }: FileAction<Input>,
  input: z.input<Input>,
  options: Pick<CallOptions, "signal"> = {},
): Promise<Blob> {
  const response = await send(fn, input, options);
  if (!response.ok) throw refusal(response.status, await response.json().catch(() => undefined));
  try {
    return await response.blob();
  } catch (cause) {
    throw new FunctionError(errorTexts.network, { ...EMPTY, code: "network", status: 0, cause });
  }
}

const EMPTY = { field: undefined, requestId: undefined };

async function send(name: string, body: unknown, { method = "POST", query, signal }: CallOptions): Promise<Response> {
  const search = query ? `?${new URLSearchParams(query)}` : "";
  const headers: Record<string, string> = { apikey: API_KEY, Authorization: `Bearer ${await bearer()}` };
  if (method === "POST") headers["Content-Type"] = "application/json";
  const init: RequestInit = { method, headers };
  if (method === "POST") init.body = JSON.stringify(body);
  if (signal) init.signal = signal;
  try {
    return await fetchNoticing(`/functions/v1/${name}${search}`, init);
  } catch (cause) {
    throw new FunctionError(errorTexts.network, { ...EMPTY, code: "network", status: 0, cause });
  }
}

/** Reads the refusal of a reply. */
export function refusal(status: number, json: unknown): FunctionError {
  const parsed = errorReplySchema.safeParse(json);
  if (!parsed.success)
    return new FunctionError(errorTexts.unexpectedLater, { ...EMPTY, code: "unexpected", status, cause: json });
  const { error, code, field, details, request_id } = parsed.data;
  return new FunctionError(error || errorTexts.unexpected, {
    code,
    status,
    cause: json,
    field,
    details,
    requestId: request_id,
  });
}
