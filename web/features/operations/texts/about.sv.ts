import { texts } from "#web/texts/language.ts";

export const aboutTexts = texts("about", {
  title: "Om portalen",
  version: "Version",
  supportedUntil: "Säkerhetsuppdateringar till",
  notStated: "Inte angivet",
  support: "Support",
  security: "Rapportera en säkerhetsbrist",
  licence: "Licens",
  notices: "Andras programvara i portalen",
  sbom: "Komponentlista (CycloneDX)",
  failed: "Uppgifterna om portalen kunde inte hämtas.",
});
