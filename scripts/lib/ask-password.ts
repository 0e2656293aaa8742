import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

/** Asks on the terminal without showing the typed text. Returns null without a terminal. */
export async function askPassword(question: string): Promise<string | null> {
  if (!process.stdin.isTTY) return null;
  process.stdout.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await lines.question("");
  } finally {
    lines.close();
    process.stdout.write("\n");
  }
}
