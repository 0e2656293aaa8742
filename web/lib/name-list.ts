import { words } from "#web/texts/words.sv.ts";

/** Returns "Port A", "Port A och Port B", "Port A, Port B och 3 till". */
export function nameList(names: readonly string[]): string {
  const unique = [...new Set(names)].toSorted((a, b) => a.localeCompare(b, "sv"));
  if (unique.length > 3) return `${unique.slice(0, 2).join(", ")} ${words.andMore(unique.length - 2)}`;
  return inWords(unique);
}

/** Returns "3", "3 och 4", "3, 4 och 5", in the given order. */
export function inWords(parts: readonly (string | number)[]): string {
  const last = String(parts.at(-1) ?? "");
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(", ")} ${words.and} ${last}`;
}
