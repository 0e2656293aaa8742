// `npm run fuzz:tenants` and its sisters: hands over to tests/fuzz/main.ts, which needs the tests' own cluster.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./lib/paths.ts";

await import(pathToFileURL(join(root, "tests", "fuzz", "main.ts")).href);
