/**
 * NFC, invisible and direction-changing characters removed, control characters and spaces of every kind as one space.
 * Right-to-left text and joined emoji stay. Pure.
 */
export function plainLine(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
}
