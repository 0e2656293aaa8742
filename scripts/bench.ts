// `npm run bench`, `bench:devices`, `bench:seed`, `bench:soak`: hand over to the file of that name in bench/.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./lib/paths.ts";

const MEASUREMENTS = ["devices", "seed", "soak"];

const [first = ""] = process.argv.slice(2);
const name = MEASUREMENTS.includes(first) ? first : "main";
// What is measured reads its own options and knows nothing of this word.
if (name !== "main") process.argv.splice(2, 1);
const file = join(root, "bench", `${name}.ts`);
if (!existsSync(file)) {
  console.error(`There is no bench/${name}.ts in this clone, so there is nothing to measure.`);
  process.exit(1);
}
await import(pathToFileURL(file).href);
