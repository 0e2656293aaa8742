// Splits a whole name from a file into first and last name. Pure.

export interface SplitName {
  first_name: string;
  last_name: string;
}

/** Splits a full name. "Anna" is both names, "Berg, Anna" has the last name first; otherwise the first word is the first name and the rest the last. */
export function splitName(name: string): SplitName {
  const [, last, first] = /^([^,]*[^,\s])\s*,\s*([^,\s][^,]*)$/.exec(name) ?? [];
  if (first !== undefined && last !== undefined) return { first_name: first, last_name: last };
  const gap = name.indexOf(" ");
  return gap === -1
    ? { first_name: name, last_name: name }
    : { first_name: name.slice(0, gap), last_name: name.slice(gap + 1) };
}
