/** Joins class names; leaves out those that are false, null or "". */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
