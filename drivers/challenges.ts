// Parses challenges. Devices send several in one header or in several headers, with quoted and unquoted parameters, and nonces with "=".

export interface AuthChallenge {
  scheme: string;
  params: ReadonlyMap<string, string>;
}

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+/;
const HEADER_MAX = 8192;

/** Returns the challenges in order. Nonsense in a header is left out. */
export function parseChallenges(headers: readonly string[]): AuthChallenge[] {
  return headers.flatMap((header) => parseHeader(header.slice(0, HEADER_MAX)));
}

function parseHeader(header: string): AuthChallenge[] {
  const challenges: { scheme: string; params: Map<string, string> }[] = [];
  let rest = header;
  for (;;) {
    rest = rest.replace(/^[\s,]+/, "");
    const word = TOKEN.exec(rest)?.[0];
    if (word === undefined) return challenges;
    const after = rest.slice(word.length);
    const current = challenges.at(-1);
    // A word with one "=" and a value is a parameter.
    const assignment = /^\s*=\s*(?=["!#$%&'*+\-.^_`|~0-9A-Za-z])/.exec(after);
    if (assignment && current) {
      const [value, length] = readValue(after.slice(assignment[0].length));
      if (!current.params.has(word.toLowerCase())) current.params.set(word.toLowerCase(), value);
      rest = after.slice(assignment[0].length + length);
    } else {
      challenges.push({ scheme: word.toLowerCase(), params: new Map() });
      rest = after.replace(/^ +[0-9A-Za-z\-._~+/]+=*(?=\s*(?:,|$))/, "");
    }
  }
}

function readValue(text: string): [value: string, length: number] {
  if (!text.startsWith('"')) {
    const bare = /^[^\s,]*/.exec(text)?.[0] ?? "";
    return [bare, bare.length];
  }
  let value = "";
  let index = 1;
  for (; index < text.length && text[index] !== '"'; index += 1) {
    if (text[index] === "\\" && index + 1 < text.length) index += 1;
    value += text[index];
  }
  return [value, Math.min(index + 1, text.length)];
}
