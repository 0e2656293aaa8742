import type { RelayRule } from "#contract/relay.ts";
import { AuthFailedError, DeviceFailedError, OverloadedError } from "../errors.ts";
import type { MacroOutcome } from "../port.ts";

/** Judges an answer: the status first, then the rule. An unreadable 2xx says nothing about the relay, so its outcome is unknown. */
export function readAnswer(status: number, text: string, rule: RelayRule | null): MacroOutcome {
  if (status < 200 || status > 299) return refused(reasonOf(status), status);
  // Fault point: relay-refusal-in-body.
  const verdict = rule === null ? true : meets(text, rule);
  if (verdict === true) return { outcome: "executed", httpStatus: status, reason: null };
  if (verdict === false) return refused("device_fault", status);
  return { outcome: "unknown", httpStatus: status, reason: "nonsense_reply" };
}

/** Returns the outcome of an opening that the relay did not carry out. */
export function refused(reason: string, httpStatus: number | null = null): MacroOutcome {
  return { outcome: "refused", httpStatus, reason };
}

function reasonOf(status: number): string {
  if (status === 401 || status === 403) return new AuthFailedError(status).code;
  if (status === 503 || status === 429) return new OverloadedError(status, null).code;
  if (status === 400 || status === 404) return "item_not_found";
  return status >= 500 ? new DeviceFailedError(status, "").code : "not_this_kind_of_device";
}

/** Tells whether the text meets the rule; null when it cannot be read. */
function meets(text: string, rule: RelayRule): boolean | null {
  // A replacement character means that the bytes were no text.
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u0008\ufffd]/.test(text)) return null;
  if (rule.kind === "absent") return isPage(text) ? null : !text.includes(rule.text);
  if (rule.kind === "empty") return text.trim() === "" ? true : /^\s*error\b/i.test(text) ? false : null;
  if (text.trim() === "") return null;
  if (rule.kind === "contains") return text.includes(rule.text);
  const value = memberOf(text, rule.field);
  return value === undefined ? null : value === rule.value;
}

/** Tells whether the text is a page: a sign-in or another device's page says nothing about the relay, whatever words it lacks. */
function isPage(text: string): boolean {
  return /<(?:!doctype\s+html|html|head|body|form)\b/i.test(text);
}

/** Returns a member's text. Undefined: no JSON object. "": the member is missing. */
function memberOf(text: string, field: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  for (const name of field.split(".")) value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
