import type { doorReasonTexts } from "../door-reasons.ts";

export const doorReasons: typeof doorReasonTexts = {
  words: { leverans: "Delivery", hantverkare: "Contractor", utryckning: "Emergency services" },
};
