// rpc/search_end_users: one sorted page of people by name, plate or PIN, with both numbers of "Visar X av Y".
import { z } from "zod";
import { valueOf } from "../define-sql-call.ts";
import { rowId } from "../row-id.ts";

/** `valid_to`: the earliest end of a person's credentials, of `credential_type` where given. */
export const END_USER_SORTS = ["created_at", "name", "organization", "valid_to"] as const;
export type EndUserSort = (typeof END_USER_SORTS)[number];

/** `matched` is X, `total` is Y; an inexact one is an estimate of a very large number. */
export const searchEndUsers = valueOf(
  "search_end_users",
  z.object({
    ids: z.array(rowId),
    matched: z.number(),
    matched_exact: z.boolean(),
    total: z.number(),
    total_exact: z.boolean(),
  }),
);
export type SearchEndUsersReply = z.infer<typeof searchEndUsers.reply>;
