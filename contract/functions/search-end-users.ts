// rpc/search_end_users: one sorted page of people by name, plate or PIN, with both numbers of "Visar X av Y".
import { z } from "zod";
import { credentialTypeSchema } from "../devices.ts";
import { PAGE_SIZE } from "../limits.ts";

/** Longer than any name with a plate. */
export const SEARCH_MAX_LENGTH = 200;

/** `valid_to`: the earliest end of a person's credentials, of `credential_type` where given. */
export const END_USER_SORTS = ["created_at", "name", "organization", "valid_to"] as const;
export type EndUserSort = (typeof END_USER_SORTS)[number];

export const searchEndUsersRequest = z.object({
  query: z.string().max(SEARCH_MAX_LENGTH).nullish(),
  organization_id: z.uuid().nullish(),
  credential_type: credentialTypeSchema.nullish(),
  /** Only people with a credential (of `credential_type`, where given) that has ended. */
  expired: z.boolean().default(false),
  /** Only people with a credential at this controller or gate. */
  controller_id: z.uuid().nullish(),
  sort: z.enum(END_USER_SORTS).default("created_at"),
  descending: z.boolean().default(true),
  limit: z.number().int().min(0).max(1000).default(PAGE_SIZE),
  offset: z.number().int().min(0).max(10_000_000).default(0),
});
export type SearchEndUsersRequest = z.input<typeof searchEndUsersRequest>;

/** `matched` is X, `total` Y; an inexact one is an estimate of a very large number. */
export const searchEndUsersReply = z.object({
  ids: z.array(z.uuid()),
  matched: z.number(),
  matched_exact: z.boolean(),
  total: z.number(),
  total_exact: z.boolean(),
});
export type SearchEndUsersReply = z.infer<typeof searchEndUsersReply>;
