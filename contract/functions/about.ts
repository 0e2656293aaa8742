// about: which portal this is, and who answers for it. For every administrator; no tenant data.
import { z } from "zod";
import { onlyAction, type ReplyOf } from "../define-action.ts";

export const about = onlyAction("about", z.object({}), {
  version: z.string(),
  /** Day (YYYY-MM-DD) until which this version gets security updates; null: the owner has stated none. */
  supported_until: z.string().nullable(),
  /** Address (mailto:, tel: or https:) for questions about the portal; null: not set. */
  support_contact: z.string().nullable(),
  /** Address (mailto: or https:) for reports of vulnerabilities; null: not set. */
  security_contact: z.string().nullable(),
});
export type About = ReplyOf<typeof about>;
