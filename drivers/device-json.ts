import { NonsenseReplyError } from "./errors.ts";

const DEPTH_MAX = 32;
const FORBIDDEN_KEYS = new Set(["__proto__", "constructor", "prototype"]);

/** Bounds the depth and drops keys that reach a prototype. @throws NonsenseReplyError */
export function parseDeviceJson(text: string): unknown {
  let value: unknown;
  try {
    // Some firmware sends a byte order mark.
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    // The parser's error quotes the text, which may hold PINs.
    throw new NonsenseReplyError("not JSON");
  }
  clean(value);
  return value;
}

/** Iterative, so a deep reply cannot exhaust the stack. */
function clean(root: unknown): void {
  const todo: [node: unknown, depth: number][] = [[root, 0]];
  for (let item = todo.pop(); item !== undefined; item = todo.pop()) {
    const [node, depth] = item;
    if (typeof node !== "object" || node === null) continue;
    if (depth > DEPTH_MAX) throw new NonsenseReplyError("nested too deep");
    for (const key of Object.keys(node)) {
      if (FORBIDDEN_KEYS.has(key)) Reflect.deleteProperty(node, key);
      else todo.push([Reflect.get(node, key), depth + 1]);
    }
  }
}
