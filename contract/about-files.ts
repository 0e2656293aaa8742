/** Files that a build writes beside the page, by their path below the portal's address. */
export const ABOUT_FILES = {
  sbom: "about/sbom.cdx.json",
  notices: "about/third-party-notices.txt",
  licence: "about/licence.txt",
} as const;
