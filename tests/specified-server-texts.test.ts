// Specified texts that the server writes and the page shows as they come; the page's own: web/texts/specified.test.ts.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const source = globSync("{server,contract}/**/*.ts", { cwd: root })
  .filter((file) => !file.endsWith(".test.ts"))
  .map((file) => readFileSync(join(root, file), "utf8"))
  .join("\n");

// Covers: 8.7, 8.8
test.each([
  "Kunde inte ansluta till databasen",
  "Kunde inte skapa standardorganisation",
  "Systemet kunde inte initialiseras korrekt",
  "Failed to fetch controller: ",
  "Controller not found",
  "Failed to update user on AXIS device",
  "Failed to sync access points",
  "No access points found",
  "Organization ID is required",
  "Item not found",
  "Misslyckades att generera veckokoder",
  "Misslyckades att rensa veckokoder",
  "Misslyckades att radera veckokod",
  "Organisation saknas",
  "Inga styrenheter hittades för denna organisation",
  "Lösenord krävs",
  "PIN måste vara 4-6 siffror",
  "Giltig till-datum måste vara efter giltig från-datum",
  "Organisation kan inte ändras vid redigering",
  "Formuläret innehåller felaktiga värden. Kontrollera alla fält.",
  "har kopplade resurser. Ta bort dessa först.",
])("the server says: %s", (text) => {
  expect(source).toContain(text);
});
