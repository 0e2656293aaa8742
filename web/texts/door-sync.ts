import { texts } from "./language.ts";

export const doorSyncTexts = texts("door-sync", {
  synced: "Åtkomstpunkter synkade",
  syncedText: (name: string, doors: number, added: number, missing: number) =>
    [
      `${name}: ${doors === 1 ? "1 dörr" : `${doors} dörrar`} på enheten`,
      added > 0 && (added === 1 ? "1 ny" : `${added} nya`),
      missing > 0 && (missing === 1 ? "1 saknas" : `${missing} saknas`),
    ]
      .filter(Boolean)
      .join(", "),
  syncFailed: "Kunde inte synkronisera",
});
