// A search that never has more than one request on its way: what was typed meanwhile is asked when the answer is here.
import { type QueryKey, useIsFetching } from "@tanstack/react-query";
import { useEffect, useState } from "react";

const TYPING_PAUSE_MS = 120;

export interface SearchText {
  /** What stands in the field. */
  text: string;
  setText: (text: string) => void;
  /** What to ask for now; trimmed. Goes into the list's query key. */
  query: string;
  /** A request of this list is on its way. */
  isSearching: boolean;
}

/** `queryKey` is the beginning that all keys of the list share: `["end-users", "list"]`. */
export function useSearchText(queryKey: QueryKey): SearchText {
  const [text, setText] = useState("");
  const [query, setQuery] = useState("");
  const isFetching = useIsFetching({ queryKey }) > 0;
  const wanted = text.trim();
  useEffect(() => {
    if (wanted === query || isFetching) return;
    const timer = setTimeout(() => setQuery(wanted), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted, query, isFetching]);
  return { text, setText, query, isSearching: wanted !== query || (query !== "" && isFetching) };
}
