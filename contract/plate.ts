// Licence plates compare by a key: spaces, hyphens and look-alikes never decide. Twin: private.plate_key.

// biome-ignore format: twelve mappings read best on one line
const LOOK_ALIKES = new Map([
  ["А", "A"], ["В", "B"], ["Е", "E"], ["К", "K"], ["М", "M"], ["Н", "H"], ["О", "O"], ["Р", "P"], ["С", "C"], ["Т", "T"], ["У", "Y"], ["Х", "X"],
]);

/** Sent by readers when no plate was read; LPR templates may arrive unfilled. */
const UNREAD = new Set(["", "{PLATE}", "%PLATE%", "UNDEFINED", "NOT DEFINED", "NOTDEFINED"]);

/** Comparison key: NFKC, upper case, Cyrillic look-alikes folded, only A–Z 0–9 and ÅÄÖØÆÜ kept. */
export function plateKey(text: string): string {
  return text
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[АВЕКМНОРСТУХ]/g, (letter) => LOOK_ALIKES.get(letter) ?? letter)
    .replace(/[^A-Z0-9ÅÄÖØÆÜ]/g, "");
}

/** Key of a camera's reading, or null when it cannot be a plate. */
export function readPlate(text: string): string | null {
  const trimmed = text.trim();
  if (UNREAD.has(trimmed.toUpperCase()) || /[?*]/.test(trimmed)) return null;
  const key = plateKey(trimmed);
  return key.length >= 2 && key.length <= 12 ? key : null;
}

/** "MLB84A" → "MLB 84A" for the Swedish forms; every other plate as stored. */
export function formatPlate(text: string): string {
  const key = plateKey(text);
  return /^[A-Z]{3}\d{2}[A-Z0-9]$/.test(key) ? `${key.slice(0, 3)} ${key.slice(3)}` : text;
}
