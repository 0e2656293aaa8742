import type { z } from "zod";
import { parseDeviceJson } from "../device-json.ts";
import {
  AuthFailedError,
  type DeviceError,
  DeviceFailedError,
  DeviceFaultError,
  ItemNotFoundError,
  NonsenseReplyError,
  NotThisKindOfDeviceError,
  OverloadedError,
} from "../errors.ts";
import type { DeviceReply } from "../exchange.ts";

/** Returns the error for a reply that is not a success; null for a success. */
export function refusalOf(reply: DeviceReply): DeviceError | null {
  const { status } = reply;
  if (status >= 200 && status < 300) return null;
  if (status < 400) return new NotThisKindOfDeviceError("redirect");
  if (status === 401 || status === 403) return new AuthFailedError(status);
  if (status === 404) return new ItemNotFoundError(status, "not found");
  if (status === 503 || status === 429) return new OverloadedError(status, reply.retryAfterMs);
  if (status >= 500) return new DeviceFailedError(status, "no reason given");
  return new DeviceFaultError({ status, faultCode: null, faultSubCode: null, text: `HTTP ${status}` });
}

/** Parses a JSON reply; throws DeviceError. */
export function readJson<Schema extends z.ZodType>(reply: DeviceReply, schema: Schema): z.infer<Schema> {
  const refusal = refusalOf(reply);
  if (refusal) throw refusal;
  const parsed = schema.safeParse(parseBody(reply.text));
  if (parsed.success) return parsed.data;
  throw new NonsenseReplyError("an answer in an unknown shape", { cause: parsed.error });
}

/** Parses a body. Throws NotThisKindOfDeviceError for HTML and XML, and NonsenseReplyError. */
export function parseBody(text: string): unknown {
  if (/^\s*</.test(text)) throw new NotThisKindOfDeviceError("a page of HTML or XML");
  return parseDeviceJson(text);
}
