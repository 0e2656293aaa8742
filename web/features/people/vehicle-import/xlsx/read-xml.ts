import { Parser } from "saxen";

export interface XmlHandlers {
  open: (name: string, attributes: () => Record<string, string>, isEmpty: boolean) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
}

/** Reads XML; names come without prefix. `stop` ends the reading. Throws for a malformed part; a missing one yields nothing. */
export function readXml(xml: string | undefined, handlers: (stop: () => void) => XmlHandlers): void {
  if (xml === undefined) return;
  const parser = new Parser();
  const { open, close, text } = handlers(() => parser.stop());
  parser
    .on("openTag", (name, attributes, decode, isEmpty) =>
      open(
        localName(name),
        () => Object.fromEntries(Object.entries(attributes()).map(([key, value]) => [key, decode(value)])),
        isEmpty,
      ),
    )
    .on("closeTag", (name) => close?.(localName(name)))
    .on("error", (error) => {
      throw error;
    });
  if (text) parser.on("text", (value, decode) => text(decode(value))).on("cdata", text);
  parser.parse(xml);
}

const localName = (name: string) => name.slice(name.indexOf(":") + 1);

/** Returns an attribute's value, whatever its prefix. */
export function attribute(attributes: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.entries(attributes).find(([key]) => localName(key) === name)?.[1];
}

/** Tells whether a value is true in XML Schema. */
export const isTrue = (value: string | undefined): boolean => value === "1" || value === "true";
