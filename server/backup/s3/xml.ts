// The few texts that S3's replies have: flat elements without attributes, whose names appear nowhere else.
const ENTITIES = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);

/** Returns the texts of all elements with this name. */
export function textsOf(xml: string, name: string): string[] {
  const found = xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, "g"));
  return [...found].map(([, text = ""]) =>
    text.replaceAll(/&(\w+);/g, (all, entity: string) => ENTITIES.get(entity) ?? all),
  );
}

/**
 * Returns the contents of all elements with this name, which hold no element of the same name. Reads the text once: a storage that never
 * ends its elements must not cost a server's time.
 */
export function partsOf(xml: string, name: string): string[] {
  const [begin, end] = [`<${name}>`, `</${name}>`];
  const parts: string[] = [];
  let from = xml.indexOf(begin);
  while (from >= 0) {
    const until = xml.indexOf(end, from);
    if (until < 0) return parts;
    parts.push(xml.slice(from + begin.length, until));
    from = xml.indexOf(begin, until);
  }
  return parts;
}

/** Returns the text of the first element with this name; "" without one. */
export const textOf = (xml: string, name: string): string => textsOf(xml, name)[0] ?? "";
