// `npm run release`: records the checksums of all migrations before a version is tagged. After that they are never edited.
import { recordRelease } from "./lib/released-migrations.ts";

const added = await recordRelease();
console.log(added.length > 0 ? `Released: ${added.join(", ")}` : "No migration since the last release.");
