import type { doorReasonTexts } from "./door-reasons.sv.ts";

export const doorReasons: typeof doorReasonTexts = {
  words: { leverans: "Delivery", hantverkare: "Contractor", utryckning: "Emergency services" },
};
