import { z } from "zod";
import { DESCRIPTION_MAX_LENGTH, NAME_MAX_LENGTH } from "../limits.ts";
import { plainLine } from "../plain-line.ts";

export const organizationForm = z.object({
  name: z.string().overwrite(plainLine).min(1, "Namn krävs").max(NAME_MAX_LENGTH, "Namnet får vara högst 100 tecken"),
  description: z.string().trim().max(DESCRIPTION_MAX_LENGTH, "Beskrivningen får vara högst 1000 tecken").optional(),
});
export type OrganizationForm = z.infer<typeof organizationForm>;
