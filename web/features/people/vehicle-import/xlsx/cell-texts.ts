// Returns a cell's text as the spreadsheet shows it: encodings undone, numbers short, dates as dates. ECMA-376 part 1, 18.8.
import { unguarded } from "#contract/csv-cell.ts";
import { plainLine } from "#contract/plain-line.ts";
import { attribute, isTrue, readXml } from "./read-xml.ts";

/** The display of a cell's number: as a date, with a number of digits, or unchanged. */
type NumberFormat = { isDate: boolean; digits: number };

export interface CellFormats {
  /** Formats by the number of a cell's style. */
  formats: readonly NumberFormat[];
  /** Days are counted from 1904. */
  from1904: boolean;
}

const PLAIN: NumberFormat = { isDate: false, digits: 0 };
/** Tells whether a format is a date: 14–22, 45–47 and those of East Asian dates, which no file spells out. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

export function readFormats(xml: string | undefined, from1904: boolean): CellFormats {
  const codes = new Map<number, string>();
  const formats: NumberFormat[] = [];
  let inCells = false;
  readXml(xml, () => ({
    open: (name, attributes) => {
      if (name === "cellXfs") inCells = true;
      else if (name === "numFmt") {
        const { numFmtId, formatCode = "" } = attributes();
        codes.set(Number(numFmtId), formatCode);
      } else if (name === "xf" && inCells) formats.push(formatOf(Number(attributes()["numFmtId"] ?? 0), codes));
    },
    close: (name) => {
      if (name === "cellXfs") inCells = false;
    },
  }));
  return { formats, from1904 };
}

function formatOf(id: number, codes: ReadonlyMap<number, string>): NumberFormat {
  const code = codes.get(id);
  if (code === undefined) return isBuiltInDate(id) ? { isDate: true, digits: 0 } : PLAIN;
  const positive = code.split(";")[0] ?? "";
  // The format without quoted texts, escaped characters, colours and places.
  const bare = positive.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h|m|s)[^\]]*\]/gi, "");
  return {
    isDate: /[ymdhs]/i.test(bare) && !/general|standard/i.test(bare),
    digits: /^0+$/.test(bare) ? bare.length : 0,
  };
}

export interface RawCell {
  /** ST_CellType; "n" where it is left out. */
  type: string;
  style: number;
  text: string;
}

export function cellText({ type, style, text }: RawCell, shared: readonly string[], formats: CellFormats): string {
  switch (type) {
    case "s":
      return plainLine(unguarded(shared[Number(text)] ?? ""));
    case "e":
      return "";
    case "b":
      return text === "" ? "" : isTrue(text.trim()) ? "TRUE" : "FALSE";
    case "d":
      return text.slice(0, 10);
    case "n":
      return numberText(text.trim(), formats.formats[style] ?? PLAIN, formats.from1904);
    default:
      return plainLine(unguarded(unescaped(text)));
  }
}

/**
 * Returns the text: "_x000D_" is a character by its number, and "_x005F_" an underscore before a text that only looks like one
 * (ST_Xstring).
 */
export const unescaped = (text: string): string =>
  text.includes("_x")
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/** Returns at most fifteen digits: 0.30000000000000004 is 0.3, and 7.01234567E8 a telephone number. */
function numberText(text: string, { isDate, digits }: NumberFormat, from1904: boolean): string {
  if (text === "") return "";
  const value = Number(text);
  if (!Number.isFinite(value)) return plainLine(text);
  if (isDate) return dateText(value, from1904) ?? shortest(value);
  const shown = shortest(value);
  return digits > 0 && /^\d+$/.test(shown) ? shown.padStart(digits, "0") : shown;
}

const shortest = (value: number): string => String(Number(value.toPrecision(15)));

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Day 0 of each count, from 1 March 1900 on: 1900 counts as a leap year, so earlier days are one off. */
const DAY_0 = { from1900: Date.UTC(1899, 11, 30), from1904: Date.UTC(1904, 0, 1) };
const LAST_DAY = 2_958_465; // 9999-12-31.

/** Returns "2026-03-12", "2026-03-12 14:05" or "14:05"; null where it is no date. */
function dateText(days: number, from1904: boolean): string | null {
  if (days < 0 || days > LAST_DAY) return null;
  const early = !from1904 && days < 60 ? 1 : 0;
  const at = (from1904 ? DAY_0.from1904 : DAY_0.from1900) + (days + early) * DAY_MS;
  const [day = "", time = ""] = new Date(Math.round(at / MINUTE_MS) * MINUTE_MS).toISOString().split("T");
  const clock = time.slice(0, 5);
  if (days < 1) return clock;
  return clock === "00:00" ? day : `${day} ${clock}`;
}

/** Reads shared texts, without phonetic readings. */
export function readSharedTexts(xml: string | undefined): string[] {
  const texts: string[] = [];
  let current = "";
  let phonetic = 0;
  let inText = false;
  readXml(xml, () => ({
    open: (name, _attributes, isEmpty) => {
      if (name === "si") current = "";
      else if (name === "rPh") phonetic += 1;
      else if (name === "t") inText = !isEmpty;
    },
    close: (name) => {
      if (name === "si") texts.push(unescaped(current));
      else if (name === "rPh") phonetic -= 1;
      else if (name === "t") inText = false;
    },
    text: (text) => {
      if (inText && phonetic === 0) current += text;
    },
  }));
  return texts;
}

export const isHidden = (attributes: Readonly<Record<string, string>>): boolean =>
  isTrue(attribute(attributes, "hidden"));
