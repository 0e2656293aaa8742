// rpc/search_end_users: one page of people by name, plate or PIN, newest first, with both numbers of "Visar X av Y".
import { z } from "zod";
import { credentialTypeSchema } from "../devices.ts";
import { PAGE_SIZE } from "../limits.ts";

/** Longer than any name with a plate; what is longer finds nobody. */
export const SEARCH_MAX_LENGTH = 200;

export const searchEndUsersRequest = z.object({
  query: z.string().max(SEARCH_MAX_LENGTH).nullish(),
  organization_id: z.uuid().nullish(),
  credential_type: credentialTypeSchema.nullish(),
  limit: z.number().int().min(0).max(1000).default(PAGE_SIZE),
  offset: z.number().int().min(0).max(10_000_000).default(0),
});
export type SearchEndUsersRequest = z.input<typeof searchEndUsersRequest>;

/** `matched` is X, `total` Y; where one is not exact it is an estimate of a very large number. */
export const searchEndUsersReply = z.object({
  ids: z.array(z.uuid()),
  matched: z.number(),
  matched_exact: z.boolean(),
  total: z.number(),
  total_exact: z.boolean(),
});
export type SearchEndUsersReply = z.infer<typeof searchEndUsersReply>;
