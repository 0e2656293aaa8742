import { authErrors } from "#contract/errors/auth.ts";
import { AuthError } from "./errors.ts";

/** The deepest body of these calls, a passkey's answer, has five levels. */
const MAX_DEPTH = 20;

/** Throws AuthError 400 for NUL, lone surrogates and deep nesting: valid JSON that the database rejects. */
export function requirePlainJson(root: unknown): void {
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw new AuthError(authErrors.bad_json(), { cause: new Error("nested too deep") });
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value === "string") requirePlainText(value);
      else if (Array.isArray(value)) for (const item of value) next.push(item);
      else if (typeof value === "object" && value !== null) {
        for (const [key, item] of Object.entries(value)) {
          requirePlainText(key);
          next.push(item);
        }
      }
    }
    level = next;
  }
}

function requirePlainText(text: string): void {
  if (text.includes("\0") || !text.isWellFormed())
    throw new AuthError(authErrors.bad_json(), { cause: new Error("not storable as text") });
}
