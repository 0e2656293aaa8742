// Licence plates are compared by a key of the characters that cameras write. Twin: private.plate_key (database/people/plates.function.sql).
// plate-problem.ts decides which texts may be stored as a plate.
import { PLATE_SEPARATORS } from "./format-plate.ts";
import { PLATE_KEY_MAX } from "./limits.ts";

// biome-ignore format: one alphabet a line, each character above the one that cameras write for it
const [CHARACTERS, WRITTEN] = [
  "ĐÐĦŁĿŊŦ" + "АВЕІЈКМНОРСЅТУХҮӀԚԜ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ" + "０１２３４５６７８９ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺ" + "٠١٢٣٤٥٦٧٨٩" + "۰۱۲۳۴۵۶۷۸۹",
  "DDHLLNT" + "ABEIJKMHOPCSTYXYIQW" + "ABEZHIKMNOPTYX" + "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ" + "0123456789" + "0123456789",
];
const FOLDED = new Map(Array.from(CHARACTERS, (character, at) => [character, WRITTEN[at] ?? ""]));
/** Travel documents spell these characters out (ICAO 9303). */
const SPELLED_OUT = new Map([
  ["Œ", "OE"],
  ["Þ", "TH"],
  ["Ĳ", "IJ"],
]);
/**
 * Accented characters that stay distinct, because plates of Sweden and its neighbours differ by them. Ã and Â are on no plate; they
 * result from Å, Ä or a space read in another encoding.
 */
// biome-ignore format: by twos
const OWN_CHARACTERS = new Map([["A\u030a", "Å"], ["A\u0308", "Ä"], ["O\u0308", "Ö"], ["U\u0308", "Ü"], ["A\u0303", "Ã"], ["A\u0302", "Â"]]);

const UNDERSTOOD = /^[ 0-9A-ZÅÄÖÆØÜ]*$/;
const READABLE = new RegExp(`^[0-9A-ZÅÄÖÆØÜ]{2,${PLATE_KEY_MAX}}$`);

/** LPR templates that were not filled in send these words. */
const UNFILLED = new Set(["UNDEFINED", "NOTDEFINED"]);

/** Returns the plate in upper case as cameras write it, with one space for every separator. Unknown characters stay as they are. Pure. */
export function plateWords(text: string): string {
  return text
    .normalize("NFD")
    .toUpperCase()
    .replace(/[^\0-\x7f]/g, (character) => FOLDED.get(character) ?? SPELLED_OUT.get(character) ?? character)
    .replace(/[AOU][\u0302\u0303\u0308\u030a]/g, (character) => OWN_CHARACTERS.get(character) ?? character)
    .replace(/[\u0300-\u0362]/g, "")
    .replace(PLATE_SEPARATORS, " ")
    .replace(/^ | $/g, "");
}

/**
 * Returns the comparison key. No character vanishes from it: a text with an unknown character is its own key, which no reading has. Pure.
 */
export function plateKey(text: string): string {
  const words = plateWords(text);
  return UNDERSTOOD.test(words) ? words.replaceAll(" ", "") : text.replace(PLATE_SEPARATORS, "");
}

/** Decides whether a camera's reading can have this key. */
export function isReadableKey(key: string): boolean {
  return READABLE.test(key) && !UNFILLED.has(key);
}

/** Returns the reading for the log: without its frame, and with a visible sign for each character that cannot be stored. */
export function readingText(text: string): string {
  return text.replace(/^[\0-\x20\x7f]+|[\0-\x20\x7f]+$/g, "").replace(/\p{Cc}/gu, "\ufffd");
}

/** Returns the key of a camera's reading, or null when it cannot be a plate, also because of one unknown character. */
export function readPlate(text: string): string | null {
  const key = plateKey(readingText(text));
  return isReadableKey(key) ? key : null;
}
