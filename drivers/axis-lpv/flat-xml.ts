// Reads and writes the app's settings: one level of elements. Elements that the portal does not use are sent back byte by byte.
import { NonsenseReplyError } from "../errors.ts";

/** In the document's order; texts stay escaped. */
export type FlatXml = ReadonlyMap<string, string>;

/** The app's documents have a few dozen fields; one with more is none of them. */
const FIELDS_MAX = 100;

const SIGNS = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);

/** Reads settings; throws NonsenseReplyError. */
export function readFlatXml(xml: string, root: string): FlatXml {
  // Trimmed first: an expression with two runs of blanks in a row takes hours for a megabyte of them.
  const whole = /^(?:<\?xml[^>]*\?>\s*)?<([A-Za-z_]\w*)\s*>([^]*)<\/([A-Za-z_]\w*)\s*>$/.exec(xml.trim());
  if (whole === null || whole[1] !== root || whole[3] !== root) throw new NonsenseReplyError(`no ${root}`);
  const fields = new Map<string, string>();
  const element = /\s*<([A-Za-z_]\w*)\s*(?:\/>|>([^<]*)<\/([A-Za-z_]\w*)\s*>)\s*/y;
  const body = (whole[2] ?? "").trim();
  while (element.lastIndex < body.length) {
    const [, name, text = "", end = name] = element.exec(body) ?? [];
    if (name === undefined || end !== name || fields.has(name) || fields.size >= FIELDS_MAX)
      throw new NonsenseReplyError(`${root} is not one level of fields`);
    fields.set(name, text);
  }
  return fields;
}

export function writeFlatXml(fields: FlatXml, root: string): string {
  const elements = [...fields].map(([name, text]) => `<${name}>${text}</${name}>`);
  return `<?xml version="1.0" encoding="utf-8"?><${root}>${elements.join("")}</${root}>`;
}

export function escapeXml(text: string): string {
  return text.replace(/[&<>]/g, (sign) => (sign === "&" ? "&amp;" : sign === "<" ? "&lt;" : "&gt;"));
}

/** Replaces XML's five named references; others stay as they are. */
export function unescapeXml(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (all, name: string) => SIGNS.get(name) ?? all);
}
