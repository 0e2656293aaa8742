// Finds the people, doors and controllers that the words of a search name.
import type { QueryClient } from "@tanstack/react-query";
import { LOG_SEARCH_MOST_WORDS, logNames, type NamedIds, searchWords } from "#contract/log-search.ts";
import { callSql } from "#web/lib/calls/sql.ts";

const KEPT_MS = 30_000;

/** Finds the names of each word, in their order. They are kept for a while, so that the list and its counts ask once. */
export async function findNames(client: QueryClient, text: string, since: string | null): Promise<NamedIds[]> {
  const words = searchWords(text);
  if (words.length === 0 || words.length > LOG_SEARCH_MOST_WORDS) return words.map(() => null);
  return await client.fetchQuery({
    // The key has the day only, because the last 24 hours move with each request.
    queryKey: ["log-names", text, since?.slice(0, 10)],
    staleTime: KEPT_MS,
    queryFn: ({ signal }) => callSql(logNames, { words, since }, signal),
  });
}
