// The text of a search field as PostgREST's `or=`: any of the columns contains it, case-insensitively.

/** For `.or(…)`. What means something to LIKE or to the filter's grammar stands for itself; `*` would be a wildcard and goes. */
export function containsFilter(columns: readonly string[], text: string): string {
  const literal = text.replaceAll("*", "").replace(/[\\%_]/g, (sign) => `\\${sign}`);
  const quoted = `"*${literal.replace(/["\\]/g, (sign) => `\\${sign}`)}*"`;
  return columns.map((column) => `${column}.ilike.${quoted}`).join(",");
}
