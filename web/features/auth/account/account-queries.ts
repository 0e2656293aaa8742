// Kept apart from the readers, because /auth uses some of these without a query cache.
import { queryOptions } from "@tanstack/react-query";
import { readOpenSessions } from "../api/open-sessions.ts";
import { readAccount } from "../api/read-account.ts";
import { readRecoveryCodes } from "../api/recovery-codes.ts";
import { readSignInWays } from "../api/sign-in-ways.ts";

export const ACCOUNT_KEY = ["account"];

export const accountQueryOptions = queryOptions({ queryKey: [...ACCOUNT_KEY, "self"], queryFn: readAccount });

export const recoveryCodesQueryOptions = queryOptions({
  queryKey: [...ACCOUNT_KEY, "recovery-codes"],
  queryFn: readRecoveryCodes,
});

export const openSessionsQueryOptions = queryOptions({
  queryKey: [...ACCOUNT_KEY, "sessions"],
  queryFn: ({ signal }) => readOpenSessions(signal),
});

export const signInWaysQueryOptions = queryOptions({
  queryKey: [...ACCOUNT_KEY, "ways"],
  queryFn: ({ signal }) => readSignInWays(signal),
  staleTime: Number.POSITIVE_INFINITY,
});
