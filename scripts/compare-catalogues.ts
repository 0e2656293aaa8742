// `node scripts/compare-catalogues.ts URL URL`: prints objects, rights and rows of the schema that only one of two databases has. Three
// differences are allowed: another order of columns, more comments in the second database, and a constraint that is validated only there.
import { Client } from "pg";
import { catalogueDump } from "./lib/catalogue-dump.ts";

const [left = [], right = []] = await Promise.all(process.argv.slice(2, 4).map(dumpOf));
const differing = [
  ...without(left, right).map((line) => `- ${line}`),
  ...without(right, left).flatMap((line) => (line.startsWith("comment ") ? [] : [`+ ${line}`])),
];
for (const line of differing) console.log(line);
console.log(`${left.length} and ${right.length} lines, ${differing.length} differ`);
process.exitCode = differing.length > 0 ? 1 : 0;

function without(lines: readonly string[], others: readonly string[]): string[] {
  const there = new Set(others);
  return lines.filter((line) => !there.has(line));
}

/** Writes each line of a comment as a line of its own, so that a longer comment contains the shorter one. */
async function dumpOf(connectionString: string): Promise<string[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await catalogueDump(client)).flatMap((line) => {
      const [, object, text] = /^comment (.*?): ([^]*)$/.exec(line) ?? [];
      return text === undefined
        ? [line.replace(/ NOT VALID$/, "")]
        : text.split("\n").map((one) => `comment ${object}: ${one}`);
    });
  } finally {
    await client.end();
  }
}
