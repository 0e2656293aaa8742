// `npm run faults` and `npm run edits`: hand over to the campaign's main.ts in tests/chaos.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./lib/paths.ts";

// The campaign reads its own options and knows nothing of this word.
const [campaign = ""] = process.argv.splice(2, 1);
await import(pathToFileURL(join(root, "tests/chaos", campaign, "main.ts")).href);
