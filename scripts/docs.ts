// `npm run docs`: generates documents from code and from a freshly migrated database.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { coverageDocument } from "./lib/coverage-document.ts";
import { dataModelDocument } from "./lib/data-model-document.ts";
import { withMigratedDatabase } from "./lib/migrated-database.ts";
import { root } from "./lib/paths.ts";
import { settingsDocument } from "./lib/settings-document.ts";

const DOCUMENTS = {
  "docs/settings.md": settingsDocument,
  "docs/requirements.md": coverageDocument,
  "docs/data-model.md": () => withMigratedDatabase(dataModelDocument),
};

for (const [file, text] of Object.entries(DOCUMENTS)) {
  writeFileSync(join(root, file), await text());
  console.log(file);
}
