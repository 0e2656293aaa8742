// Scores how well bytes read as names in an encoding: letters of the usual languages gain, other characters inside words lose. Pure.

const OURS = new Set("åäöÅÄÖéÉ");
const NEAR = new Set("üÜøØæÆèàáêëíïñóúçÇß");
const FARTHER = new Set("šžčćđłżŠŽČĆĐŁŻ");
/** Letters by their Unicode class that never stand in a name. */
const HARDLY = new Set("ªºµƒˆ˜ı");
const QUIET = new Set("\u00a0–—…°§·");
const QUOTES = new Set("’‘´“”„«»");

/** Returns one score for each byte from 128, in order. */
export function scoreSigns(bytes: Uint8Array, upper: readonly string[]): number[] {
  const signOf = (byte: number | undefined) =>
    byte === undefined ? "" : byte < 128 ? String.fromCharCode(byte) : (upper[byte - 128] ?? "");
  const scores: number[] = [];
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0;
    if (byte >= 128) scores.push(scoreSign(signOf(byte), signOf(bytes[index - 1]), signOf(bytes[index + 1])));
  }
  return scores;
}

function scoreSign(sign: string, before: string, after: string): number {
  if (/[\p{C}\ufffd]/u.test(sign)) return -8;
  if (/\p{L}/u.test(sign) && !HARDLY.has(sign)) return scoreLetter(sign, before, after);
  if (sign === "\u00a0") return 0;
  const isInWord = isLetter(before) && isLetter(after);
  if (QUOTES.has(sign)) return isInWord && !"’‘´".includes(sign) ? -4 : 0;
  if (QUIET.has(sign)) return isInWord ? -4 : 0;
  return isLetter(before) || isLetter(after) ? -5 : -2;
}

function scoreLetter(sign: string, before: string, after: string): number {
  let score = OURS.has(sign) ? 4 : NEAR.has(sign) ? 3 : FARTHER.has(sign) ? 2 : 1;
  // "sŠlj", "sÅlj": a capital in the middle. "BJöRK": a small letter among capitals. "MÅller": two capitals before small letters.
  if (isUpper(sign) && isLower(before)) score -= 4;
  if (isLower(sign) && isUpper(before) && isUpper(after)) score -= 3;
  if (isUpper(sign) && isUpper(before) && isLower(after)) score -= 3;
  if (/\d/.test(before) || /\d/.test(after)) score -= 2;
  // A word of one letter, or a name that begins with a small letter.
  if (!isLetter(before) && !isLetter(after)) score -= 5;
  else if (!isLetter(before) && isLower(sign)) score -= 1;
  return score;
}

const isLetter = (sign: string) => /\p{L}/u.test(sign);
const isUpper = (sign: string) => /\p{Lu}/u.test(sign);
const isLower = (sign: string) => /\p{Ll}/u.test(sign);
