import type { periodTexts } from "./period.sv.ts";

export const period: typeof periodTexts = {
  period: "Period",
  from: "From",
  to: "To",
  fromOnly: (from) => `From ${from}`,
  toOnly: (to) => `To ${to}`,
  range: (from, to) => (from === to ? from : `${from} – ${to}`),
  toBeforeFrom: "The end date cannot be before the start date",
  showPeriod: "Show the period",
};
