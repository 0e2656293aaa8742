// Recognises a file by its first bytes: people rename files, and programs name HTML .xls. Pure.
import { decodeText } from "#contract/text-encoding.ts";

/** Kinds that cannot be imported as they are; the page says what to save each as. */
export type OtherKind =
  | "old_excel"
  | "password"
  | "binary_excel"
  | "web_page"
  | "xml_spreadsheet"
  | "open_document"
  | "numbers"
  | "pdf"
  | "image"
  | "document"
  | "archive"
  | "not_a_table";

export type FileKind = "workbook" | "text" | OtherKind;

const SIGNATURES: readonly (readonly [OtherKind | "zip" | "compound", string])[] = [
  ["zip", "PK\u0003\u0004"],
  ["archive", "PK\u0005\u0006"],
  ["compound", "\u00d0\u00cf\u0011\u00e0"],
  ["pdf", "%PDF"],
  ["document", "{\\rtf"],
  ["image", "\u0089PNG"],
  ["image", "\u00ff\u00d8\u00ff"],
  ["image", "GIF8"],
  ["image", "BM"],
  ["image", "II*\u0000"],
  ["image", "MM\u0000*"],
  ["archive", "\u001f\u008b"],
  ["archive", "7z\u00bc\u00af"],
  ["archive", "Rar!"],
  // Worksheets of Excel 2 to 4.
  ["old_excel", "\u0009\u0000\u0004\u0000"],
  ["old_excel", "\u0009\u0002\u0006\u0000"],
  ["old_excel", "\u0009\u0004\u0006\u0000"],
];

const HEAD_BYTES = 4096;

export function fileKind(bytes: Uint8Array): FileKind {
  const head = latin(bytes.subarray(0, HEAD_BYTES));
  const signed = SIGNATURES.find(([, sign]) => head.startsWith(sign) && (sign !== "BM" || head.includes("\u0000")));
  if (signed?.[0] === "zip") return archiveKind(bytes);
  if (signed?.[0] === "compound") return compoundKind(bytes);
  if (signed !== undefined) return signed[0] as OtherKind;
  if (/^....ftyp(hei|mif|avif)/s.test(head) || /^RIFF....WEBP/s.test(head)) return "image";
  return textKind(bytes, head);
}

/** Returns each byte as the character of its number. */
const latin = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");

/** Returns the kind by the names of the archive's parts, which stand uncompressed. */
function archiveKind(bytes: Uint8Array): FileKind {
  const names = namesIn(bytes);
  const has = (name: RegExp) => names.some((one) => name.test(one));
  // The workbook's sheets may have any names, so a package's relationships are enough.
  if (has(/^xl\/workbook\.bin$/)) return "binary_excel";
  if (has(/^xl\//)) return "workbook";
  if (has(/^word\/|^ppt\//)) return "document";
  if (has(/\.iwa$|^index\.zip$/)) return "numbers";
  if (has(/^content\.xml$/) && has(/^mimetype$/))
    return /opendocument\.(text|presentation|graphics)/.test(latin(bytes.subarray(0, 200)))
      ? "document"
      : "open_document";
  return has(/^_rels\/\.rels$/) ? "workbook" : "archive";
}

const CENTRAL_HEADER = [0x50, 0x4b, 0x01, 0x02];
const CENTRAL_BYTES = 46;
const MOST_NAMES = 2000;

/** Returns names in the directory of a zip archive, in lower case and with plain slashes. */
function namesIn(bytes: Uint8Array): string[] {
  const names: string[] = [];
  let at = bytes.indexOf(0x50);
  while (at !== -1 && names.length < MOST_NAMES) {
    const isHeader = CENTRAL_HEADER.every((byte, index) => bytes[at + index] === byte);
    if (isHeader) {
      const length = (bytes[at + 28] ?? 0) + 256 * (bytes[at + 29] ?? 0);
      const name = latin(bytes.subarray(at + CENTRAL_BYTES, at + CENTRAL_BYTES + length));
      names.push(name.replaceAll("\\", "/").replace(/^\/+/, "").toLowerCase());
    }
    at = bytes.indexOf(0x50, at + (isHeader ? CENTRAL_BYTES : 1));
  }
  return names;
}

/** Returns the kind: Office before 2007, or a later file that a password encrypts. */
function compoundKind(bytes: Uint8Array): OtherKind {
  const text = latin(bytes.subarray(0, 1024 * 1024)).replaceAll("\u0000", "");
  if (text.includes("EncryptedPackage")) return "password";
  return text.includes("WordDocument") || text.includes("PowerPoint") ? "document" : "old_excel";
}

function textKind(bytes: Uint8Array, head: string): FileKind {
  // The start of the text, also of a text in UTF-16.
  const start = (head.includes("\u0000") ? decodeText(bytes.subarray(0, HEAD_BYTES)) : head).replace(
    /^(\ufeff|ï»¿|\s)+/,
    "",
  );
  if (/^(<\?xml[^>]*>\s*)?(<\?mso-application[^>]*Excel|<(\w+:)?Workbook\b)/is.test(start)) return "xml_spreadsheet";
  if (/^<\?xml/i.test(start) && /schemas-microsoft-com:office:spreadsheet/i.test(start) && !/<html/i.test(start))
    return "xml_spreadsheet";
  if (/^<(!doctype html|!--|\?xml|html|head|body|meta|style|table|div|font|center|title|script)\b/i.test(start))
    return "web_page";
  if (/^(MIME-Version:|From: <Saved by|Content-Type: (multipart|text\/html))/i.test(start)) return "web_page";
  return "text";
}
