import { z } from "zod";
import { DESCRIPTION_MAX_LENGTH, LOG_DAYS_MAX, NAME_MAX_LENGTH, PURPOSES_MAX_LENGTH } from "../limits.ts";
import { plainLine } from "../plain-line.ts";
import { ORGANIZATION_KINDS } from "../tables/organizations.ts";

/** What people's data are for where the organisation says nothing itself: shown, and told in an export. */
export const DEFAULT_PURPOSES =
  "Att släppa in den som har behörighet genom dörrar och grindar, att hindra andra, och att i efterhand kunna utreda passager.";

const LOG_DAYS_WRONG = "Ange ett helt antal dagar mellan 1 och 3650";

export const organizationForm = z.object({
  name: z.string().overwrite(plainLine).min(1, "Namn krävs").max(NAME_MAX_LENGTH, "Namnet får vara högst 100 tecken"),
  description: z.string().trim().max(DESCRIPTION_MAX_LENGTH, "Beskrivningen får vara högst 1000 tecken").optional(),
  kind: z.enum(ORGANIZATION_KINDS, "Välj verksamhet").optional(),
  /** Days that passages are kept, as typed; "" = by kind. */
  log_days: z
    .string()
    .trim()
    .refine((days) => days === "" || (/^[1-9][0-9]{0,3}$/.test(days) && Number(days) <= LOG_DAYS_MAX), LOG_DAYS_WRONG)
    .optional(),
  /** "" = DEFAULT_PURPOSES. */
  purposes: z.string().trim().max(PURPOSES_MAX_LENGTH, "Ändamålen får vara högst 4000 tecken").optional(),
});
export type OrganizationForm = z.infer<typeof organizationForm>;
