import { z } from "zod";
import { NAME_MAX_LENGTH } from "../limits.ts";
import { plainLine } from "../plain-line.ts";
import { formTexts } from "./texts.ts";

/** Stands for the installation where an organisation is chosen. */
export const INSTALLATION = "installation";

export const groupForm = z.object({
  /** The id of an organisation, or INSTALLATION. */
  organization_id: z.string().min(1, formTexts.organization_missing),
  name: z.string().overwrite(plainLine).min(1, formTexts.name_missing).max(NAME_MAX_LENGTH, formTexts.name_long),
  doors: z.array(z.string()),
  gates: z.array(z.string()),
  /** Schedules by door or gate; null or absent: always. */
  schedules: z.record(z.string(), z.string().nullable()),
});
export type GroupForm = z.infer<typeof groupForm>;
