import type { aboutTexts } from "./about.sv.ts";

export const about: typeof aboutTexts = {
  title: "About the portal",
  version: "Version",
  supportedUntil: "Security updates until",
  notStated: "Not stated",
  support: "Support",
  security: "Report a vulnerability",
  licence: "Licence",
  notices: "Software of others in the portal",
  sbom: "List of components (CycloneDX)",
  failed: "The facts about the portal could not be fetched.",
};
