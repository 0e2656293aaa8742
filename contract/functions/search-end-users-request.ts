// The request of rpc/search_end_users. Kept apart from its reply, so that pages do not fetch what only the server parses.
import { z } from "zod";
import { credentialTypeSchema } from "../devices.ts";
import { PAGE_SIZE } from "../limits.ts";
import { rowId } from "../row-id.ts";
import { END_USER_SORTS } from "./search-end-users.ts";

/** Longer than any name with a plate. */
export const SEARCH_MAX_LENGTH = 200;

export const searchEndUsersRequest = z.object({
  query: z.string().max(SEARCH_MAX_LENGTH).nullish(),
  organization_id: rowId.nullish(),
  credential_type: credentialTypeSchema.nullish(),
  /** Only people with a credential (of `credential_type`, where given) that has ended. */
  expired: z.boolean().default(false),
  /** Only people with a credential at this controller or gate. */
  controller_id: rowId.nullish(),
  sort: z.enum(END_USER_SORTS).default("created_at"),
  descending: z.boolean().default(true),
  limit: z.number().int().min(0).max(1000).default(PAGE_SIZE),
  offset: z.number().int().min(0).max(10_000_000).default(0),
});
export type SearchEndUsersRequest = z.input<typeof searchEndUsersRequest>;
