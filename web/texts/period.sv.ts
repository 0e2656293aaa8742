import { texts } from "./language.ts";

export const periodTexts = texts("period", {
  period: "Period",
  from: "Från",
  to: "Till",
  fromOnly: (from: string) => `Från ${from}`,
  toOnly: (to: string) => `Till ${to}`,
  range: (from: string, to: string) => (from === to ? from : `${from} – ${to}`),
  toBeforeFrom: "Till-datum får inte vara före från-datum",
  showPeriod: "Visa perioden",
});
