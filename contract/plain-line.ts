/** NFC on one line, without control, invisible and direction-changing characters; emoji sequences stay. Pure. */
export function plainLine(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
}
