// One-byte encodings: the upper half of each, as a text of 128 characters. Two are DOS encodings that no browser can decode.

const CP437 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒ" +
  "áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐" +
  "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀" +
  "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";
const CP850 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒ" +
  "áíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐" +
  "└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀" +
  "ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0";

export const ONE_BYTE_ENCODINGS = ["windows-1252", "macintosh", "cp850", "cp437", "windows-1250"] as const;
export type OneByteEncoding = (typeof ONE_BYTE_ENCODINGS)[number];

const UPPER_HALF = Uint8Array.from({ length: 128 }, (_, index) => index + 128);
const known = (label: string) => Array.from(new TextDecoder(label).decode(UPPER_HALF));

/** The character for each byte from 128. */
export const UPPER_SIGNS: Readonly<Record<OneByteEncoding, readonly string[]>> = {
  "windows-1252": known("windows-1252"),
  macintosh: known("macintosh"),
  cp850: Array.from(CP850),
  cp437: Array.from(CP437),
  "windows-1250": known("windows-1250"),
};

/** Decodes one byte per character. */
export function decodeBytes(bytes: Uint8Array, encoding: OneByteEncoding): string {
  const upper = UPPER_SIGNS[encoding];
  let text = "";
  for (const byte of bytes) text += byte < 128 ? String.fromCharCode(byte) : (upper[byte - 128] ?? "");
  return text;
}

/** Encodes a text; returns null when one of its characters has no byte. */
export function encodeBytes(text: string, encoding: OneByteEncoding): Uint8Array | null {
  const upper = UPPER_SIGNS[encoding];
  const bytes = Array.from(text, (sign) => {
    const code = sign.charCodeAt(0);
    return code < 128 ? code : upper.indexOf(sign) + 128;
  });
  // A character outside the upper half gets byte 127, which no text has.
  return bytes.includes(127) ? null : Uint8Array.from(bytes);
}
