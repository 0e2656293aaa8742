// `node scripts/compare-catalogues.ts URL URL`: objects, rights and rows of the schema that only one of two databases has. Columns may stand in
// another order, the second may have more comments, and a constraint may be valid there that the first holds only for new rows.
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

/** A comment is a line of its own for each of its lines, so that one that says more has the others' too. */
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
