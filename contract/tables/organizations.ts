import { z } from "zod";

export const ORGANIZATION_KINDS = ["housing", "industry", "property", "other"] as const;
export const organizationKind = z.enum(ORGANIZATION_KINDS);
export type OrganizationKind = z.infer<typeof organizationKind>;

/** Default retention of passages in days. Twin: private.log_days. */
export const DEFAULT_LOG_DAYS: Readonly<Record<OrganizationKind, number>> = {
  housing: 14,
  industry: 90,
  property: 90,
  other: 90,
};

/** Returns the days that passages are kept: the organisation's own number, else its kind's. */
export function keptDays({ kind, log_days }: { kind: OrganizationKind; log_days: number | null }): number {
  return log_days ?? DEFAULT_LOG_DAYS[kind];
}

export const organizationRow = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string().nullable(),
  created_at: z.string(),
  kind: organizationKind,
  log_days: z.number().int().nullable(),
  purposes: z.string().nullable(),
});
export type OrganizationRow = z.infer<typeof organizationRow>;

export const organizationName = organizationRow.pick({ id: true, name: true });
export type OrganizationName = z.infer<typeof organizationName>;
