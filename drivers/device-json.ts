import { NonsenseReplyError } from "./errors.ts";

const DEPTH_MAX = 32;
/**
 * Each value costs memory, however short it is written: "[]" is two characters and sixty bytes. Devices write fifteen characters or more
 * per value.
 */
const CHARACTERS_PER_VALUE = 8;
const VALUES_ANYHOW = 20_000;
/** From this length on, values are counted before they are created, which could take a gigabyte. */
const LONG_CHARACTERS = 1024 * 1024;
const [COMMA, BRACKET, BRACE] = [44, 91, 123];
const FORBIDDEN_KEYS = new Set(["__proto__", "constructor", "prototype"]);

/** Parses JSON, limits its depth and number of values, and drops keys that reach a prototype. Throws NonsenseReplyError. */
export function parseDeviceJson(text: string): unknown {
  const valuesMax = Math.max(VALUES_ANYHOW, text.length / CHARACTERS_PER_VALUE);
  if (text.length > LONG_CHARACTERS && valuesIn(text) > valuesMax) throw new NonsenseReplyError("too many values");
  let value: unknown;
  try {
    // Some firmware sends a byte order mark.
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    // The parser's error quotes the text, which may hold PINs.
    throw new NonsenseReplyError("not JSON");
  }
  clean(value, valuesMax);
  return value;
}

/** Counts values, sometimes too many: a comma or bracket inside a text counts too. */
function valuesIn(text: string): number {
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const one = text.charCodeAt(at);
    if (one === COMMA || one === BRACKET || one === BRACE) values += 1;
  }
  return values;
}

/** Cleans iteratively, so that a deep reply cannot exhaust the stack. */
function clean(root: unknown, valuesMax: number): void {
  const todo: [node: unknown, depth: number][] = [[root, 0]];
  let values = 0;
  for (let item = todo.pop(); item !== undefined; item = todo.pop()) {
    const [node, depth] = item;
    values += 1;
    if (values > valuesMax) throw new NonsenseReplyError("too many values");
    if (typeof node !== "object" || node === null) continue;
    if (depth > DEPTH_MAX) throw new NonsenseReplyError("nested too deep");
    for (const key of Object.keys(node)) {
      if (FORBIDDEN_KEYS.has(key)) Reflect.deleteProperty(node, key);
      else todo.push([Reflect.get(node, key), depth + 1]);
    }
  }
}
