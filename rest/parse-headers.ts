import type { IncomingHttpHeaders } from "node:http";
import { RestError, rangeNotSatisfiable } from "./errors.ts";

export interface Preferences {
  readonly count: "exact" | "planned" | "estimated" | null;
  readonly return: "minimal" | "headers-only" | "representation" | null;
  readonly resolution: "merge-duplicates" | "ignore-duplicates" | null;
  readonly missing: "default" | "null";
  readonly rollback: boolean;
  readonly strict: boolean;
  readonly maxAffected: number | null;
}

/** A Map: the key comes from a header, and an object would answer for `__proto__`. */
const CHOICES = new Map<string, readonly string[]>([
  ["count", ["exact", "planned", "estimated"]],
  ["return", ["minimal", "headers-only", "representation"]],
  ["resolution", ["merge-duplicates", "ignore-duplicates"]],
  ["missing", ["default", "null"]],
  ["tx", ["commit", "rollback"]],
  ["handling", ["strict", "lenient"]],
]);

/**
 * Parses preferences. The first of a kind wins. A rollback that the host does not allow is dropped, or the reply would claim it. Throws
 * PGRST122 for unknown ones under `handling=strict`.
 */
export function parsePreferences(
  header: string | readonly string[] | undefined,
  { allowRollback = false }: { readonly allowRollback?: boolean },
): Preferences {
  const said = new Map<string, string>();
  const unknown: string[] = [];
  const words = (typeof header === "string" ? header : (header ?? []).join(",")).split(",").map((word) => word.trim());
  for (const word of words) {
    const [subject = "", value = ""] = word.split("=").map((part) => part.trim());
    const known = subject === "max-affected" ? /^\d{1,9}$/.test(value) : CHOICES.get(subject)?.includes(value) === true;
    if (!known && word !== "") unknown.push(word);
    else if (!said.has(subject)) said.set(subject, value);
  }
  const strict = said.get("handling") === "strict";
  if (strict && unknown.length > 0) {
    throw new RestError(400, "PGRST122", "Invalid preferences given with handling=strict", {
      details: `Invalid preferences: ${unknown.join(", ")}`,
    });
  }
  const maxAffected = said.get("max-affected");
  return {
    count: choice(said.get("count"), ["exact", "planned", "estimated"]),
    return: choice(said.get("return"), ["minimal", "headers-only", "representation"]),
    resolution: choice(said.get("resolution"), ["merge-duplicates", "ignore-duplicates"]),
    missing: choice(said.get("missing"), ["default", "null"]) ?? "null",
    rollback: allowRollback && said.get("tx") === "rollback",
    strict,
    maxAffected: strict && maxAffected !== undefined ? Number(maxAffected) : null,
  };
}

const choice = <T extends string>(said: string | undefined, choices: readonly T[]): T | null =>
  choices.find((one) => one === said) ?? null;

export interface Range {
  readonly offset: number;
  /** Null without an end. */
  readonly limit: number | null;
}

/** Parses `Range`; null without `first-last` or for byte ranges. Throws 416. */
export function parseRange(header: string | undefined): Range | null {
  if (header === undefined || header.startsWith("bytes=")) return null;
  const found = /^(?:items=)?(\d{1,9})-(\d{0,9})$/.exec(header.trim());
  if (!found?.[1]) throw rangeNotSatisfiable("The Range header must look like 0-9.");
  const offset = Number(found[1]);
  if (!found[2]) return { offset, limit: null };
  const limit = Number(found[2]) - offset + 1;
  if (limit < 1)
    throw rangeNotSatisfiable(
      "The lower boundary must be lower than or equal to the upper boundary in the Range header.",
    );
  return { offset, limit };
}

export interface ReplyForm {
  /** `composite`: the single row of a function, as an object or null. */
  readonly kind: "array" | "object" | "composite" | "csv";
  readonly stripNulls: boolean;
  readonly contentType: string;
}

const ARRAY: ReplyForm = { kind: "array", stripNulls: false, contentType: "application/json; charset=utf-8" };

/** Returns the first supported media type of `Accept`. Throws 406 PGRST107. */
export function parseAccept(header: string | undefined): ReplyForm {
  if (header === undefined || header === "") return ARRAY;
  for (const part of header.split(",")) {
    const [type = "", ...parameters] = part.split(";").map((word) => word.trim().toLowerCase());
    const stripNulls = parameters.includes("nulls=stripped");
    if (type === "*/*" || type === "application/*" || type === "application/json") return ARRAY;
    if (type === "application/vnd.pgrst.array+json" || type === "application/vnd.pgrst.array") {
      return {
        kind: "array",
        stripNulls,
        contentType: `application/vnd.pgrst.array+json${stripNulls ? ";nulls=stripped" : ""}; charset=utf-8`,
      };
    }
    if (type === "application/vnd.pgrst.object+json" || type === "application/vnd.pgrst.object") {
      return {
        kind: "object",
        stripNulls,
        contentType: `application/vnd.pgrst.object+json${stripNulls ? ";nulls=stripped" : ""}; charset=utf-8`,
      };
    }
    if (type === "text/csv") return { kind: "csv", stripNulls: false, contentType: "text/csv; charset=utf-8" };
  }
  throw new RestError(406, "PGRST107", `None of these media types are available: ${header.slice(0, 200)}`);
}

/** Throws 415 for anything but JSON. */
export function checkContentType(header: string | undefined): void {
  const type = header?.split(";")[0]?.trim().toLowerCase() ?? "application/json";
  if (
    type === "application/json" ||
    type === "application/vnd.pgrst.object+json" ||
    type === "application/vnd.pgrst.array+json"
  )
    return;
  throw new RestError(415, "PGRST102", `Content-Type not acceptable: ${type.slice(0, 100)}`);
}

/** Returns the schema of the call: the first one without a header. Throws RestError for one that is not exposed. */
export function parseProfile(headers: IncomingHttpHeaders, reading: boolean, schemas: readonly string[]): string {
  const header = headers[reading ? "accept-profile" : "content-profile"];
  const asked = (Array.isArray(header) ? header[0] : header) ?? schemas[0] ?? "";
  if (schemas.includes(asked)) return asked;
  throw new RestError(406, "PGRST106", `Invalid schema: ${asked.slice(0, 100)}`, {
    hint: `Only the following schemas are exposed: ${schemas.join(", ")}`,
  });
}
