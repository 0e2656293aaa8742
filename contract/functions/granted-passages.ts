// granted-passages: an org admin of a housing association gives a reason, and sees granted passages for a while.
import { z } from "zod";
import { onlyAction } from "../define-action.ts";

export const GRANTED_REASONS = ["troubleshooting", "investigation", "other"] as const;
export type GrantedReason = (typeof GRANTED_REASONS)[number];

/** Length of the reason in words; only "other" requires one. */
export const GRANTED_TEXT = { min: 3, max: 200 } as const;

const text = z.string().trim().min(GRANTED_TEXT.min).max(GRANTED_TEXT.max);

const request = z.discriminatedUnion("reason", [
  z.object({ reason: z.literal("troubleshooting"), text: text.optional() }),
  z.object({ reason: z.literal("investigation"), text: text.optional() }),
  z.object({ reason: z.literal("other"), text }),
]);
export const grantedPassages = onlyAction("granted-passages", request, { until: z.iso.datetime({ offset: true }) });
export type GrantedPassagesRequest = z.output<typeof request>;
