import { type QueryKey, useIsFetching } from "@tanstack/react-query";
import { useEffect, useState } from "react";

const TYPING_PAUSE_MS = 120;

export interface SearchText {
  text: string;
  setText: (text: string) => void;
  /** The trimmed text to request now; part of the list's query key. */
  query: string;
  isSearching: boolean;
}

/** `queryKey`: the common prefix of the list's keys, `["end-users", "list"]`. */
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
