// Finds known secrets in bytes: clear, hexadecimal, and base64 at any alignment.

export interface SecretScanner {
  /** Returns findings as "place: form and name of the secret". */
  scan(bytes: Buffer, where: string): string[];
}

/** Shorter texts occur by chance in some hundred megabytes. */
const SHORTEST_TEXT = 12;
const PIN = /(?<![0-9A-Za-z_+/=.:-])([0-9]{6})(?![0-9A-Za-z_+/=.:-])/g;
/** A PIN beside its name, as devices and requests write it: `"pin":123456`, `IdData=PIN=123456`. */
const NAMED_PIN = /PIN[\\"']*[=:][\s\\"']*([0-9]{6})(?![0-9])/gi;
/** Six digits in hexadecimal, not within a longer number. */
const HEX_PIN = /(?<![0-9a-fA-F])((?:3[0-9]){6})(?![0-9a-fA-F])/g;
/** Six digits in base64: "0" to "9" leave few characters in each place. */
const BASE64_PIN =
  /(?<![0-9A-Za-z+/_-])([MNO][A-Za-z][A-Z0-9a-z][0-9a-z][MNO][A-Za-z][A-Z0-9a-z][0-9a-z])(?![0-9A-Za-z+/_=-])/g;

export function createSecretScanner(pins: ReadonlySet<string>, texts: readonly string[]): SecretScanner {
  // Maps the first three bytes to the patterns that begin with them.
  const begins = new Uint8Array(2 ** 24);
  const patterns = new Map<number, { bytes: Buffer; what: string }[]>();
  const prefix = (bytes: Buffer, at: number) =>
    ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
  const add = (text: string, what: string) => {
    const bytes = Buffer.from(text);
    const key = prefix(bytes, 0);
    begins[key] = 1;
    patterns.set(key, [...(patterns.get(key) ?? []), { bytes, what }]);
  };
  for (const text of new Set(texts)) {
    if (text.length < SHORTEST_TEXT) throw new RangeError(`too short to look for: ${text.length} characters`);
    add(text, `clear ${text}`);
    add(Buffer.from(text).toString("hex"), `hex of ${text}`);
    for (const skipped of [0, 1, 2]) add(insideBase64(text, skipped), `base64 of ${text}`);
  }
  return {
    scan(bytes, where) {
      const found: string[] = [];
      for (let at = 0; at + 2 < bytes.length; at += 1) {
        const key = prefix(bytes, at);
        if (begins[key] === 0) continue;
        for (const pattern of patterns.get(key) ?? []) {
          if (bytes.subarray(at, at + pattern.bytes.length).equals(pattern.bytes))
            found.push(`${where}: ${pattern.what}`);
        }
      }
      const text = bytes.toString("latin1");
      for (const { 1: digits = "", index } of text.matchAll(PIN))
        if (pins.has(digits)) found.push(`${where}: PIN ${digits} in ${around(text, index)}`);
      for (const [, digits = ""] of text.matchAll(NAMED_PIN))
        if (pins.has(digits)) found.push(`${where}: named PIN ${digits}`);
      for (const [, hex = ""] of text.matchAll(HEX_PIN)) {
        if (pins.has(Buffer.from(hex, "hex").toString())) found.push(`${where}: hex PIN ${hex}`);
      }
      for (const [, base64 = ""] of text.matchAll(BASE64_PIN)) {
        if (pins.has(Buffer.from(base64, "base64").toString())) found.push(`${where}: base64 PIN ${base64}`);
      }
      return found;
    },
  };
}

/** Returns the text around six digits, which shows whether they are a secret or part of a time in a compressed row. */
function around(text: string, index: number): string {
  return JSON.stringify(text.slice(Math.max(0, index - 40), index + 46));
}

/** Returns the base64 characters that any longer text contains when the secret starts at that alignment. */
function insideBase64(text: string, skipped: number): string {
  const padded = Buffer.concat([Buffer.alloc(skipped), Buffer.from(text)]).toString("base64");
  return padded.slice(skipped === 0 ? 0 : 4, padded.length - (padded.length % 4) - 4);
}
