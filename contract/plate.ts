// Licence plates compare on a key, so that a space, a hyphen or a look-alike letter never decides who gets in.
// The database has the same rule as SQL (private.plate_key); tests/integration/database compares the two.

// biome-ignore format: twelve pairs read best on one line
const LOOK_ALIKES = new Map([
  ["А", "A"], ["В", "B"], ["Е", "E"], ["К", "K"], ["М", "M"], ["Н", "H"], ["О", "O"], ["Р", "P"], ["С", "C"], ["Т", "T"], ["У", "Y"], ["Х", "X"],
]);

/** Readers send these when no plate was read; templates of the LPR system may arrive unfilled. */
const UNREAD = new Set(["", "{PLATE}", "%PLATE%", "UNDEFINED", "NOT DEFINED", "NOTDEFINED"]);

/** Comparison key: NFKC, upper case, Cyrillic look-alikes folded, only A–Z 0–9 and the Nordic letters kept. */
export function plateKey(text: string): string {
  return text
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[АВЕКМНОРСТУХ]/g, (letter) => LOOK_ALIKES.get(letter) ?? letter)
    .replace(/[^A-Z0-9ÅÄÖØÆÜ]/g, "");
}

/** What a camera sent: a key to look up, or null when it read nothing that can be a plate. */
export function readPlate(text: string): string | null {
  const trimmed = text.trim();
  if (UNREAD.has(trimmed.toUpperCase()) || /[?*]/.test(trimmed)) return null;
  const key = plateKey(trimmed);
  return key.length >= 2 && key.length <= 12 ? key : null;
}

/** "MLB84A" → "MLB 84A" for the Swedish forms; every other plate as it is stored. */
export function formatPlate(text: string): string {
  const key = plateKey(text);
  return /^[A-Z]{3}\d{2}[A-Z0-9]$/.test(key) ? `${key.slice(0, 3)} ${key.slice(3)}` : text;
}
