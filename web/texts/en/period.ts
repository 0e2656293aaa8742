import type { periodTexts } from "../period.ts";

export const period: typeof periodTexts = {
  period: "Period",
  from: "From",
  to: "To",
  fromOnly: (from) => `From ${from}`,
  toOnly: (to) => `To ${to}`,
  range: (from, to) => (from === to ? from : `${from} – ${to}`),
  toBeforeFrom: "The end date must be the same day as the start date or later",
  showPeriod: "Show the period",
};
