/** Reads `raise sqlstate 'PGRST'`: SQL writes status, headers and body as JSON in message and detail. */
import { z } from "zod";
import { isTooDeep } from "./json-depth.ts";

export const RAISED = "PGRST";

const said = z.object({
  code: z.string(),
  message: z.string(),
  details: z.string().nullish(),
  hint: z.string().nullish(),
});
const sent = z.object({
  status: z.number().int().min(100).max(599),
  headers: z.record(z.string(), z.string()).optional(),
});

const TRANSPORT_HEADERS = new Set([
  "content-length",
  "transfer-encoding",
  "connection",
  "upgrade",
  "trailer",
  "keep-alive",
]);
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

export interface Raised {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { code: string; message: string; details: string | null; hint: string | null };
}

/** Reads the raised reply; null for unparsable JSON, a mistake in the SQL function. */
export function readRaised(message: string, detail: string | undefined): Raised | null {
  const body = said.safeParse(parsed(message));
  const reply = sent.safeParse(parsed(detail ?? ""));
  if (!body.success || !reply.success) return null;
  const headers = Object.entries(reply.data.headers ?? {});
  if (!headers.every(([name, value]) => NAME.test(name) && VALUE.test(value))) return null;
  const { code, message: text, details, hint } = body.data;
  return {
    status: reply.data.status,
    headers: Object.fromEntries(headers.filter(([name]) => !TRANSPORT_HEADERS.has(name.toLowerCase()))),
    body: { code, message: text, details: details ?? null, hint: hint ?? null },
  };
}

function parsed(text: string): unknown {
  if (isTooDeep(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
