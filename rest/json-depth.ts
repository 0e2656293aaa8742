/** Measures the nesting depth of JSON before a recursive parser (this server's or PostgreSQL's) reads it. */

const QUOTE = 34; // The character ".
const BACKSLASH = 92;
const [ARRAY, ARRAY_END, OBJECT, OBJECT_END] = [91, 93, 123, 125];

export const MAX_JSON_DEPTH = 32;

/** Tells whether the JSON is too deep; does not validate it. */
export function isTooDeep(text: string, most = MAX_JSON_DEPTH): boolean {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (quoted) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) quoted = false;
    } else if (code === QUOTE) quoted = true;
    else if (code === ARRAY || code === OBJECT) {
      depth += 1;
      if (depth > most) return true;
    } else if (code === ARRAY_END || code === OBJECT_END) depth -= 1;
  }
  return false;
}
