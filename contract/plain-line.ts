/** Returns the text in NFC without invisible and direction-changing characters; emoji sequences stay. Twin: private.plain_text. Pure. */
export function plainText(text: string): string {
  return text.normalize("NFC").replace(/[\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/g, "");
}

/** Cuts a text after so many UTF-16 units, and never within a character: PostgreSQL refuses JSON with half of one. Pure. */
export function cutText(text: string, length: number): string {
  const short = text.slice(0, length);
  return short.isWellFormed() ? short : short.slice(0, -1);
}

/** Returns plain text on one line, without control characters. Pure. */
export function plainLine(text: string): string {
  return plainText(text)
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
}

/** Returns plain text with its line breaks, without other control characters. Pure. */
export function plainLines(text: string): string {
  return plainText(text)
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n]+/gu, " ")
    .trim();
}
