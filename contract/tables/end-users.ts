import { z } from "zod";
import { credentialTypeSchema } from "../devices.ts";
import { storedValiditySchema } from "../validity.ts";
import { organizationName } from "./organizations.ts";

export const credentialRow = z.object({
  id: z.uuid(),
  credential_type: credentialTypeSchema,
  /** A plate as stored, or one dot per digit of a PIN. */
  credential_value: z.string(),
  vehicle_type: z.string().nullable(),
  validity_period: storedValiditySchema.nullable(),
  valid_from: z.string().nullable(),
  valid_to: z.string().nullable(),
  enabled: z.boolean(),
});
export type CredentialRow = z.infer<typeof credentialRow>;

export const assignmentRow = z.object({
  controller_id: z.uuid(),
  access_point_id: z.uuid().nullable(),
  /** The access group that gives the assignment (access_rights); null or absent: the person's own. */
  group_id: z.uuid().nullish(),
  /** Start of the membership if that is still in the future, and its end. */
  valid_from: z.string().nullish(),
  valid_to: z.string().nullish(),
  /** The hours of the right; null or absent: always. */
  schedules: z.object({ name: z.string() }).nullish(),
});

export const endUserRow = z.object({
  id: z.uuid(),
  organization_id: z.uuid(),
  first_name: z.string(),
  last_name: z.string(),
  created_at: z.string(),
});

export const endUserListRow = endUserRow.extend({
  organizations: organizationName.nullable().optional(),
  credentials: z.array(credentialRow.extend({ controller_assignments: z.array(assignmentRow) })),
});
export type EndUserListRow = z.infer<typeof endUserListRow>;
