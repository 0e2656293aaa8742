import type { z } from "zod";
import { invalidArgs } from "./fault.ts";

/** Returns the parsed arguments. Throws AxisFault in the vendor's words. */
export function readArguments<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  element: string,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  if (!issue) throw invalidArgs(`malformed ${element}`);
  if (issue.code === "unrecognized_keys") throw invalidArgs(`Unhandled field "${issue.keys[0]}" in element ${element}`);
  if (isMissing(value, issue.path)) {
    throw invalidArgs(`occurrence violation in element ${element}: ${issue.path.join(".")}`);
  }
  throw invalidArgs(`invalid value in element ${element}: ${issue.path.join(".")}`);
}

function isMissing(value: unknown, path: readonly PropertyKey[]): boolean {
  let at = value;
  for (const key of path) {
    if (typeof at !== "object" || at === null) return true;
    at = Reflect.get(at, key);
  }
  return at === undefined;
}
