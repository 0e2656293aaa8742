// `npm run docs`: generates documents from code.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { coverageDocument } from "./lib/coverage-document.ts";
import { root } from "./lib/paths.ts";
import { settingsDocument } from "./lib/settings-document.ts";

const DOCUMENTS = { "docs/settings.md": settingsDocument, "tests/COVERAGE.md": coverageDocument };

for (const [file, text] of Object.entries(DOCUMENTS)) {
  writeFileSync(join(root, file), text());
  console.log(file);
}
