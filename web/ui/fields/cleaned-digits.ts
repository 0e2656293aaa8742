import type { CleanText } from "./cleaned-text.ts";

/** Keeps digits, with anything between them, as in "58 16 27". One past the limit is kept, so that the rule can report it. */
export function digitsUpTo(most: number): CleanText {
  return (text) =>
    text
      .normalize("NFKC")
      .replace(/\D/g, "")
      .slice(0, most + 1);
}
