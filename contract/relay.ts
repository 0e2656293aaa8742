// The request that opens a relay over HTTP, and the rule for its answer.
import { z } from "zod";
import { formTexts } from "./forms/texts.ts";
import { ownWord } from "./own-word.ts";

export const RELAY_PRESETS = [
  "shelly_gen1",
  "shelly_gen2",
  "2n",
  "axis_io",
  "unifi_access",
  "hikvision_door",
  "own",
] as const;
export type RelayPreset = (typeof RELAY_PRESETS)[number];

/**
 * `account`: Digest or Basic, whichever the relay asks for. `basic`: Basic at once, for a relay that never asks. `bearer`: the password is a
 * token.
 */
export const RELAY_SIGN_INS = ["account", "basic", "bearer", "none"] as const;
export const RELAY_METHODS = ["GET", "POST", "PUT"] as const;

/** The password may stand in a header only: relays log paths, and a body may be echoed. */
export const RELAY_PLACEHOLDERS = ["unit", "seconds", "milliseconds"] as const;
export const PASSWORD_PLACEHOLDER = "password";

export const RELAY_HEADERS_MAX = 8;
export const RELAY_SECONDS_MAX = 60;

/** Headers that the client sets itself, or that can change where or how a request ends. */
const KEPT_HEADERS =
  /^(authorization|connection|content-length|cookie|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade|proxy-.*)$/i;

const onlyPlaceholders =
  (...known: readonly string[]) =>
  (text: string) =>
    [...text.matchAll(/\{([a-z_]+)\}/g)].every(([, name = ""]) => known.includes(name));

const path = z
  .string()
  .trim()
  .max(500)
  .regex(/^\/[\x21-\x7e]*$/, formTexts.relay_path)
  .refine(onlyPlaceholders(...RELAY_PLACEHOLDERS), formTexts.relay_path);

const line = z
  .string()
  .trim()
  .max(500, formTexts.relay_text)
  .regex(/^[\x20-\x7e]*$/, formTexts.relay_text);

const header = z.object({
  name: z
    .string()
    .trim()
    .max(64)
    .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/)
    .refine((name) => !KEPT_HEADERS.test(name)),
  value: line.refine(onlyPlaceholders(...RELAY_PLACEHOLDERS, PASSWORD_PLACEHOLDER)),
});

/** Text that a 2xx answer must contain as well; some relays refuse with 200. */
export const relayRuleSchema = z.discriminatedUnion("kind", [
  /** A member of a JSON object; `a.b` is one inside another. */
  z.object({ kind: z.literal("json"), field: line.min(1, formTexts.relay_text), value: line }),
  z.object({ kind: z.literal("contains"), text: line.min(1, formTexts.relay_text) }),
  z.object({ kind: z.literal("absent"), text: line.min(1, formTexts.relay_text) }),
  z.object({ kind: z.literal("empty") }),
]);
export type RelayRule = z.infer<typeof relayRuleSchema>;

const anyRelayRequest = z
  .object({
    preset: z.enum(RELAY_PRESETS),
    sign_in: z.enum(RELAY_SIGN_INS),
    method: z.enum(RELAY_METHODS),
    path,
    headers: z.array(header).max(RELAY_HEADERS_MAX),
    body: z
      .string()
      .max(2_000, formTexts.relay_body)
      .refine(onlyPlaceholders(...RELAY_PLACEHOLDERS), formTexts.relay_body),
    /** The relay's own name for its relay, output, switch or door. */
    unit: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9_.-]{0,64}$/, formTexts.relay_unit),
    /** Time that the relay stays closed, if the request can state it. */
    seconds: z.number().min(0.1).max(RELAY_SECONDS_MAX),
    success: relayRuleSchema.nullable(),
    /** Read by the connection test; moves nothing. */
    probe: path,
  })
  .refine(({ method, path: opening, probe }) => method !== "GET" || opening !== probe, {
    path: ["probe"],
    error: formTexts.relay_probe_opens,
  })
  .refine((request) => request.unit !== "" || !usesPlaceholder(request, "unit"), {
    path: ["unit"],
    error: formTexts.relay_unit,
  });
export type RelayRequest = z.infer<typeof anyRelayRequest>;

/** Null: none, or one that this version cannot send. */
export const storedRelayRequest = anyRelayRequest.nullable().catch(null);

/** The request as a person saves or tries it. */
export const relayRequestSchema = anyRelayRequest
  .refine((request) => staysBelow(request.path, request), { path: ["path"], error: formTexts.relay_path })
  .refine((request) => staysBelow(request.probe, request), { path: ["probe"], error: formTexts.relay_path });

/**
 * Tells whether the request stays below the address. An address with a path is a place of its own behind a proxy, and a dot segment would
 * leave it.
 */
function staysBelow(asked: string, request: Pick<RelayRequest, "unit" | "seconds">): boolean {
  const [below = ""] = fillPlaceholders(asked, placeholderValues(request)).split(/[?#]/);
  return below.split(/[/\\]|%2f|%5c/i).every((segment) => !/^(?:\.|%2e){1,2}$/i.test(segment));
}

/** Returns how the stored password is sent; null: it is not. SQL twin: private.password_use. */
export function passwordUse({ sign_in, headers }: Pick<RelayRequest, "sign_in" | "headers">): string | null {
  const inHeaders = headers
    .filter(({ value }) => value.includes(`{${PASSWORD_PLACEHOLDER}}`))
    .map(({ name, value }) => [name.toLowerCase(), value]);
  return sign_in === "none" && inHeaders.length === 0 ? null : JSON.stringify([sign_in, inHeaders]);
}

/** Tells whether the request needs the stored user name, and whether it needs the password or token. */
export function relayNeeds(request: Pick<RelayRequest, "sign_in" | "headers">) {
  return {
    username: request.sign_in === "account" || request.sign_in === "basic",
    password: passwordUse(request) !== null,
  };
}

interface Sent {
  path: string;
  body: string;
  headers: readonly { value: string }[];
}

/** Tells whether path, body or a header has one of these placeholders. */
export function usesPlaceholder(request: Sent, ...names: string[]): boolean {
  const text = [request.path, request.body, ...request.headers.map(({ value }) => value)].join("\n");
  return names.some((name) => text.includes(`{${name}}`));
}

/** Replaces known placeholders; others stay as they are written. */
export function fillPlaceholders(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{([a-z_]+)\}/g, (whole, name: string) => ownWord(values, name) ?? whole);
}

/** Returns the values of `{unit}`, `{seconds}` and `{milliseconds}`. */
export function placeholderValues({ unit, seconds }: Pick<RelayRequest, "unit" | "seconds">): Record<string, string> {
  return { unit, seconds: String(seconds), milliseconds: String(Math.round(seconds * 1000)) };
}
