// Calls of /auth/v1 that supabase-js lacks: open sessions and re-authentication.
import type { z } from "zod";
import { authErrorSchema } from "#contract/auth.ts";
import { errorTexts } from "#web/texts/errors.sv.ts";
import { API_KEY, bearer } from "./auth-client.ts";
import { authError, BackendError, backendError, type WireError } from "./errors.ts";
import { trackedFetch } from "./network-state.ts";

export interface AuthCall {
  method?: "GET" | "POST" | "DELETE";
  body?: unknown;
  signal?: AbortSignal | undefined;
}

/** Calls /auth/v1`path` as the signed-in person and parses the reply. Throws BackendError. */
export async function callAuth<T>(path: string, reply: z.ZodType<T>, { method = "GET", body, signal }: AuthCall = {}) {
  const response = await send(path, { method, ...(body === undefined ? {} : { body }), signal });
  const json: unknown = await response.json().catch(() => undefined);
  if (!response.ok) {
    const said = authErrorSchema.safeParse(json);
    throw authError({
      message: said.data?.msg ?? errorTexts.unexpectedLater,
      code: said.data?.error_code,
      status: response.status,
    });
  }
  const parsed = reply.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new BackendError(errorTexts.badReply, { code: "bad_reply", status: response.status, cause: parsed.error });
}

async function send(path: string, { method = "GET", body, signal }: AuthCall): Promise<Response> {
  const headers: Record<string, string> = { apikey: API_KEY, Authorization: `Bearer ${await bearer()}` };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const init: RequestInit = { method, headers };
  if (body !== undefined) init.body = JSON.stringify(body);
  if (signal) init.signal = signal;
  try {
    return await trackedFetch(`/auth/v1${path}`, init);
  } catch (cause) {
    throw backendError({ message: String(cause), code: "network" }, 0);
  }
}

/** Returns the answer's data. Throws BackendError for its error. */
export function dataOf<Answer extends { data: unknown; error: WireError | null }>(
  answer: Answer,
): Extract<Answer, { error: null }>["data"] {
  requireDone(answer);
  return answer.data;
}

/** Throws BackendError for an error. */
export function requireDone({ error }: { error: WireError | null }): void {
  if (error) throw authError(error);
}
