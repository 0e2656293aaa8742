import { parseError } from "./errors.ts";

const NAME_CHARACTER = /[\p{L}\p{N}_ $]/u;

export class Scanner {
  readonly text: string;
  readonly what: string;
  at = 0;

  constructor(text: string, what: string) {
    this.text = text;
    this.what = what;
  }

  get done(): boolean {
    return this.at >= this.text.length;
  }

  peek(length = 1): string {
    return this.text.slice(this.at, this.at + length);
  }

  eat(token: string): boolean {
    if (!this.text.startsWith(token, this.at)) return false;
    this.at += token.length;
    return true;
  }

  expect(token: string): void {
    if (!this.eat(token)) throw this.error(`"${token}"`);
  }

  error(expecting: string): Error {
    const found = this.done ? "unexpected end of input" : `unexpected ${JSON.stringify(this.peek())}`;
    return parseError(this.what, this.text, this.at, `${found} expecting ${expecting}`);
  }

  skipSpace(): void {
    while (this.peek() === " " || this.peek() === "\n" || this.peek() === "\t") this.at += 1;
  }

  /** Reads a name: `"quoted, with \" escapes"`, or letters, digits, `_`, `$`, inner spaces, and `-` unless it begins an arrow. */
  name(expecting = "field name (* or [a..z0..9_$])"): string {
    this.skipSpace();
    if (this.peek() === '"') return this.quoted();
    const start = this.at;
    while (!this.done && this.isNameCharacter()) this.at += (this.text.codePointAt(this.at) ?? 0) > 0xffff ? 2 : 1;
    const name = this.text.slice(start, this.at).trimEnd();
    if (name === "") throw this.error(expecting);
    return name;
  }

  private isNameCharacter(): boolean {
    if (this.peek() === "-") return this.peek(2) !== "->";
    return NAME_CHARACTER.test(String.fromCodePoint(this.text.codePointAt(this.at) ?? 0));
  }

  quoted(): string {
    this.expect('"');
    let value = "";
    for (;;) {
      const character = this.peek();
      if (character === "") throw this.error('closing "');
      this.at += 1;
      if (character === '"') return value;
      if (character === "\\") {
        value += this.peek();
        this.at += 1;
      } else value += character;
    }
  }

  until(stops: string): string {
    const start = this.at;
    while (!this.done && !stops.includes(this.peek())) this.at += 1;
    return this.text.slice(start, this.at);
  }
}
