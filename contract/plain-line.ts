// One line of text as people mean it: a name, a type of vehicle, a field of a file.

/**
 * Characters of two signs become one, signs that nobody sees or that turn the direction of what follows go, and control signs
 * and spaces of every kind become one space. Letters written from the right and emoji (also joined ones) stay. Pure.
 */
export function plainLine(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
}
