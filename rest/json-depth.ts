/** How deep a JSON text nests, found before anything parses it: parsers, PostgreSQL's and ours, recurse into what is nested. */

const QUOTE = 34; // "
const BACKSLASH = 92;
const [ARRAY, ARRAY_END, OBJECT, OBJECT_END] = [91, 93, 123, 125];

/** Nested deeper than any body that the portal or a table knows. */
export const MAX_JSON_DEPTH = 32;

/** True when arrays and objects lie more than `most` deep in one another. Says nothing of whether the text is JSON. */
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
