// Rules of the form (docs/requirements.md, section 5).
import { z } from "zod";
import { WEEKLY_CODE_WEEKS_MAX } from "#contract/limits.ts";
import { weeklyCodesTexts as t } from "./texts/weekly-codes.sv.ts";

/** Digits become a number; anything else fails the number's rule. */
export const generateRules = z.object({
  controllerIds: z.array(z.string()).min(1, t.chooseOne),
  weeks: z
    .string()
    .transform((text) => (/^\d{1,3}$/.test(text.trim()) ? Number(text) : Number.NaN))
    .pipe(z.number(t.weeksWrong).int().min(1, t.weeksWrong).max(WEEKLY_CODE_WEEKS_MAX, t.weeksWrong)),
});
export type GenerateInput = z.input<typeof generateRules>;
export type GenerateValues = z.output<typeof generateRules>;
export const NOTHING_CHOSEN: GenerateInput = { controllerIds: [], weeks: "1" };
