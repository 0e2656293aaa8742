import { z } from "zod";
import { DESCRIPTION_MAX_LENGTH, LOG_DAYS_MAX, NAME_MAX_LENGTH, PURPOSES_MAX_LENGTH } from "../limits.ts";
import { plainLine } from "../plain-line.ts";
import { ORGANIZATION_KINDS } from "../tables/organizations.ts";
import { formTexts } from "./texts.ts";

export const DEFAULT_PURPOSES = formTexts.default_purposes;

const LOG_DAYS_WRONG = formTexts.log_days_outside;

export const organizationForm = z.object({
  name: z.string().overwrite(plainLine).min(1, formTexts.name_missing).max(NAME_MAX_LENGTH, formTexts.name_long),
  description: z.string().trim().max(DESCRIPTION_MAX_LENGTH, formTexts.description_long).optional(),
  kind: z.enum(ORGANIZATION_KINDS, formTexts.kind_missing).optional(),
  log_days: z
    .string()
    .trim()
    .refine((days) => days === "" || (/^[1-9][0-9]{0,3}$/.test(days) && Number(days) <= LOG_DAYS_MAX), LOG_DAYS_WRONG)
    .optional(),
  purposes: z.string().trim().max(PURPOSES_MAX_LENGTH, formTexts.purposes_long).optional(),
});
export type OrganizationForm = z.infer<typeof organizationForm>;
