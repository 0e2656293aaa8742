import { words } from "#web/texts/words.ts";

/** "Port A", "Port A och Port B", "Port A, Port B och 3 till". */
export function nameList(names: readonly string[]): string {
  const unique = [...new Set(names)].toSorted((a, b) => a.localeCompare(b, "sv"));
  if (unique.length > 3) return `${unique.slice(0, 2).join(", ")} ${words.andMore(unique.length - 2)}`;
  const last = unique.at(-1) ?? "";
  return unique.length < 2 ? last : `${unique.slice(0, -1).join(", ")} ${words.and} ${last}`;
}
