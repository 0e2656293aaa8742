// `npm run bench`: hands over to bench/main.ts.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./lib/paths.ts";

const main = join(root, "bench", "main.ts");
if (!existsSync(main)) {
  console.error("There is no bench/main.ts in this clone, so there is nothing to measure.");
  process.exit(1);
}
await import(pathToFileURL(main).href);
