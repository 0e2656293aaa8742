import type { passageImageTexts } from "../passage-image.ts";

export const passageImage: typeof passageImageTexts = {
  title: "The camera's image",
  show: "Show image",
  fetching: "Fetching the image...",
  help: "The image is fetched from the LPR server and is not kept in the portal. The event log notes that you looked.",
  shown:
    "The camera's image nearest to the reading, within two seconds. It is not kept in the portal. That you looked is in the event log.",
  failed: "The image could not be shown",
  broken: "The LPR server's image cannot be read. Try again.",
  alt: (gate, time, plate) => `The camera's image at ${gate} ${time}, read as ${plate}`,
  altUnread: (gate, time) => `The camera's image at ${gate} ${time}, without a read plate`,
};
