// Readings that nearly match a known plate, with the possible cars of each, and readings that count as a car's.
import { z } from "zod";

const person = z.object({
  id: z.uuid(),
  first_name: z.string(),
  last_name: z.string(),
  organizations: z.object({ name: z.string() }).nullable(),
});

export const nearMissRow = z.object({
  id: z.uuid(),
  /** The camera's latest spelling. */
  plate_number: z.string(),
  plate_key: z.string(),
  reads: z.number().int(),
  last_read_at: z.string(),
  controllers: z.object({ name: z.string() }).nullable(),
  candidates: z.array(
    z.object({
      credential_id: z.uuid(),
      place: z.number().int(),
      own_plate_read: z.boolean(),
      credentials: z.object({ display_value: z.string(), plate_key: z.string(), end_users: person }),
    }),
  ),
});
export type NearMissRow = z.infer<typeof nearMissRow>;
export type NearMissCandidate = NearMissRow["candidates"][number];

export const plateAliasRow = z.object({
  id: z.uuid(),
  plate_number: z.string(),
  /** A day in Stockholm. */
  last_used_on: z.string(),
  controllers: z.object({ name: z.string() }).nullable(),
  credentials: z.object({ display_value: z.string(), end_users: person }),
});
export type PlateAliasRow = z.infer<typeof plateAliasRow>;
