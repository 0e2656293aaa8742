// `npm run types`: generates contract/generated from a freshly migrated database.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { databaseTypes } from "./lib/database-types.ts";
import { withMigratedDatabase } from "./lib/migrated-database.ts";

for (const [name, text] of await withMigratedDatabase(databaseTypes)) {
  await writeFile(join(import.meta.dirname, "../contract/generated", name), text);
  console.log(`contract/generated/${name}`);
}
