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

/** Returns the contents of all elements with this name, which hold no element of the same name. */
export function partsOf(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, "g"))].map(([, part = ""]) => part);
}

export const textOf = (xml: string, name: string): string => textsOf(xml, name)[0] ?? "";
