import type { linkTexts } from "./links.sv.ts";

export const links: typeof linkTexts = {
  copy: "Copy link",
  copied: "The link has been copied",
  copyFailed: (link) => `The browser does not allow copying here. The link is ${link}`,
};
