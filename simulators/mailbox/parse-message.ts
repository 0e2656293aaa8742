export interface ParsedMessage {
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  links: string[];
  /** By their names in lower case. */
  headers: Readonly<Record<string, string>>;
}

interface Part {
  headers: Map<string, string>;
  body: Buffer;
}

/** Returns the parts of a mail. `links`: the addresses in its text, else in its HTML, each once. */
export function parseMessage(raw: Buffer): ParsedMessage {
  const message = splitPart(raw);
  const leaves = leavesOf(message, 0);
  const find = (type: string): string => {
    const leaf = leaves.find((one) => contentType(one).type === type);
    return leaf ? decodeBody(leaf) : "";
  };
  const html = find("text/html");
  const text = find("text/plain");
  const header = (name: string): string => decodeWords(message.headers.get(name) ?? "");
  const source = text || html.replaceAll("&amp;", "&");
  const links = [...new Set(source.match(/https?:\/\/[^\s"'<>]+/g)?.map((link) => link.replace(/[.,)]+$/, "")) ?? [])];
  return {
    from: header("from"),
    to: header("to"),
    subject: header("subject"),
    text,
    html,
    links,
    headers: Object.fromEntries(message.headers),
  };
}

function splitPart(raw: Buffer): Part {
  const text = raw.toString("latin1");
  const gap = /\r?\n\r?\n/.exec(text);
  const head = gap ? text.slice(0, gap.index) : text;
  const body = gap ? raw.subarray(gap.index + gap[0].length) : Buffer.alloc(0);
  const headers = new Map<string, string>();
  for (const line of head.replaceAll(/\r?\n[ \t]+/g, " ").split(/\r?\n/)) {
    const colon = line.indexOf(":");
    if (colon > 0)
      headers.set(
        line.slice(0, colon).toLowerCase(),
        Buffer.from(line.slice(colon + 1).trim(), "latin1").toString("utf8"),
      );
  }
  return { headers, body };
}

function leavesOf(part: Part, depth: number): Part[] {
  const { type, boundary } = contentType(part);
  if (!type.startsWith("multipart/") || !boundary || depth > 10) return [part];
  const pieces = part.body.toString("latin1").split(`--${boundary}`).slice(1);
  return pieces
    .filter((piece) => !piece.startsWith("--"))
    .flatMap((piece) =>
      leavesOf(splitPart(Buffer.from(piece.replace(/^\r?\n/, "").replace(/\r?\n$/, ""), "latin1")), depth + 1),
    );
}

function contentType(part: Part): { type: string; boundary: string | undefined; charset: string } {
  const value = part.headers.get("content-type") ?? "text/plain";
  const parameter = (name: string): string | undefined => {
    const match = new RegExp(`${name}=(?:"([^"]*)"|([^;\\s]+))`, "i").exec(value);
    return match?.[1] ?? match?.[2];
  };
  const type = (value.split(";")[0] ?? "").trim().toLowerCase();
  return { type, boundary: parameter("boundary"), charset: parameter("charset")?.toLowerCase() ?? "utf-8" };
}

function decodeBody(part: Part): string {
  const encoding = (part.headers.get("content-transfer-encoding") ?? "7bit").toLowerCase();
  const bytes =
    encoding === "base64"
      ? Buffer.from(part.body.toString("latin1"), "base64")
      : encoding === "quoted-printable"
        ? unquote(part.body.toString("latin1").replaceAll(/=[ \t]*\r?\n/g, ""))
        : part.body;
  return bytes.toString(contentType(part).charset.startsWith("iso-8859") ? "latin1" : "utf8");
}

const unquote = (text: string): Buffer =>
  Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  );

function decodeWords(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, "?==?")
    .replaceAll(/=\?([^?]+)\?([QB])\?([^?]*)\?=/gi, (_, charset: string, form: string, value: string) => {
      const bytes = form.toUpperCase() === "B" ? Buffer.from(value, "base64") : unquote(value.replaceAll("_", " "));
      return bytes.toString(charset.toLowerCase().startsWith("iso-8859") ? "latin1" : "utf8");
    });
}
