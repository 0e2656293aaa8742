// The settings of AXIS License Plate Verifier are one level of elements; some of them are empty.

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Reads the settings; returns null for another document, or when an element stands twice. */
export function readFlatXml(xml: string, root: string): Map<string, string> | null {
  const whole = /^\s*(?:<\?xml[^>]*\?>)?\s*<(\w+)>([\s\S]*)<\/\1>\s*$/.exec(xml);
  if (whole?.[1] !== root) return null;
  const fields = new Map<string, string>();
  const rest = (whole[2] ?? "").replace(
    /<(\w+)\s*(?:\/>|>([^<]*)<\/\1>)/g,
    (_all, name: string, text: string | undefined) => {
      if (fields.has(name)) return "twice";
      fields.set(name, unescaped(text ?? ""));
      return "";
    },
  );
  return rest.trim() === "" ? fields : null;
}

export function writeFlatXml(fields: ReadonlyMap<string, string>, root: string): string {
  const lines = [...fields].map(([name, text]) =>
    text === "" ? `    <${name} />` : `    <${name}>${escaped(text)}</${name}>`,
  );
  return `<?xml version="1.0" encoding="utf-8" ?>\n<${root}>\n${lines.join("\n")}\n</${root}>\n`;
}

export function escaped(text: string): string {
  return text.replace(/[&<>]/g, (sign) => (sign === "&" ? "&amp;" : sign === "<" ? "&lt;" : "&gt;"));
}

function unescaped(text: string): string {
  return text.replace(/&(\w+);/g, (all, name: string) => ENTITIES[name] ?? all);
}
