/** Returns a filter for `.or(…)`: any column contains the text, case-insensitively. `*`, always a wildcard, is dropped. */
export function containsFilter(columns: readonly string[], text: string): string {
  const literal = text.replaceAll("*", "").replace(/[\\%_]/g, (sign) => `\\${sign}`);
  const quoted = `"*${literal.replace(/["\\]/g, (sign) => `\\${sign}`)}*"`;
  return columns.map((column) => `${column}.ilike.${quoted}`).join(",");
}
