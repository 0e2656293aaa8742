// Judges content before status: the status of each fault is unconfirmed, and a fault with status 200 must not pass.
import { ownWord } from "#contract/own-word.ts";
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
  UnsupportedFirmwareError,
} from "../errors.ts";
import type { DeviceReply } from "../exchange.ts";
import { wireFault } from "./wire.ts";

/** Returns the result; throws DeviceError. */
export function readResult(reply: DeviceReply): Record<string, unknown> {
  const { status, text } = reply;
  if (status === 403) throw new AuthFailedError(403);
  if (status === 404 && !looksLikeJson(text)) throw new UnsupportedFirmwareError("the service is not on this firmware");
  if (status >= 300 && status < 400) throw new NotThisKindOfDeviceError("redirect");
  if (status === 503 || status === 429) throw new OverloadedError(status, reply.retryAfterMs);
  if (looksLikeHtml(reply)) {
    throw status >= 500 ? new DeviceFailedError(status, "an HTML page") : new NotThisKindOfDeviceError("an HTML page");
  }
  // Firmware that knows only SOAP answers with this.
  if (/^\s*<(?:\?xml\b|[\w-]+:Envelope\b)/i.test(text)) {
    // Fault point: axis-xml-is-no-firmware.
    throw status >= 500 ? new DeviceFailedError(status, "XML") : new UnsupportedFirmwareError("XML instead of JSON");
  }
  const body = readBody(reply);
  const fault = faultOf(body, status);
  if (fault) throw fault;
  if (status >= 500) throw new DeviceFailedError(status, "no reason given");
  if (status !== 200) {
    throw new DeviceFaultError({ status, faultCode: null, faultSubCode: null, text: `HTTP ${status}` });
  }
  return body;
}

function readBody({ status, text }: DeviceReply): Record<string, unknown> {
  if (text.trim() === "" && status !== 200) return {};
  let value: unknown;
  try {
    value = parseDeviceJson(text);
  } catch (error) {
    if (status >= 500) throw new DeviceFailedError(status, "no reason given");
    throw error;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new NonsenseReplyError("not an object");
  return Object.fromEntries(Object.entries(value));
}

function faultOf(body: Record<string, unknown>, status: number): DeviceError | null {
  const said = ["Fault", "FaultCode", "FaultMsg"].map((key) => ownWord(body, key));
  if (!said.some((value) => typeof value === "string" && value !== "")) return null;
  const parsed = wireFault.safeParse(body);
  if (!parsed.success) return new NonsenseReplyError("a fault that cannot be read", { cause: parsed.error });
  const { Fault, FaultCode, FaultSubCode, FaultReason, FaultMsg } = parsed.data;
  const text = [FaultMsg, FaultReason, FaultSubCode, FaultCode, Fault].find((one) => one !== "") ?? "";
  const codes = [FaultSubCode, FaultCode];
  if (codes.some((code) => /:?NotFound$/.test(code)) || /^item not found\b/i.test(text)) {
    return new ItemNotFoundError(status, text);
  }
  const fault = new DeviceFaultError({
    status,
    faultCode: FaultCode || null,
    faultSubCode: FaultSubCode || null,
    text,
  });
  return Fault.endsWith("Receiver") && !isNotSupported(fault) ? new DeviceFailedError(status, text) : fault;
}

/** Tells whether the firmware lacks the operation. */
export function isNotSupported(error: unknown): boolean {
  return (
    error instanceof DeviceFaultError && /NotSupported|NotAllowed/.test(`${error.faultSubCode} ${error.faultCode}`)
  );
}

/** Tells whether the unit no longer knows the page that a list was to go on from. */
export function isInvalidStartReference(error: unknown): boolean {
  return error instanceof DeviceFaultError && /InvalidStartReference/.test(`${error.faultSubCode} ${error.faultCode}`);
}

export function looksLikeHtml({ text, contentType }: DeviceReply): boolean {
  return /^\s*<(!doctype|html|head|body)/i.test(text) || (contentType.includes("html") && !looksLikeJson(text));
}

function looksLikeJson(text: string): boolean {
  return /^\s*\{/.test(text);
}
