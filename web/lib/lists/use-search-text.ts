import { type QueryKey, useIsFetching } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { plainText } from "#contract/plain-line.ts";
import { addressableSearch, type ListAddress } from "./list-address.ts";

const TYPING_PAUSE_MS = 120;

export interface SearchText {
  text: string;
  setText: (text: string) => void;
  /** The trimmed text to request now; part of the list's query key. */
  query: string;
  isSearching: boolean;
}

/**
 * Returns the search. `queryKey`: the common prefix of the list's keys, `["end-users", "list"]`. `address`: where a page keeps its search.
 */
export function useSearchText(queryKey: QueryKey, address?: ListAddress): SearchText {
  const kept = addressableSearch(address?.read("q") ?? "");
  const [text, setText] = useState(kept);
  const [query, setQuery] = useState(kept);
  const [seen, setSeen] = useState(kept);
  if (kept !== seen) {
    setSeen(kept);
    // Back, forward or a link changed the address; the search knows what it wrote itself.
    if (kept !== addressableSearch(query)) {
      setText(kept);
      setQuery(kept);
    }
  }
  const isFetching = useIsFetching({ queryKey }) > 0;
  const wanted = plainText(text).trim();
  const ask = useEffectEvent(() => {
    setQuery(wanted);
    const q = addressableSearch(wanted);
    address?.change({ q: q === "" ? null : q, page: null }, "replace");
  });
  useEffect(() => {
    if (wanted === query || isFetching) return;
    const timer = setTimeout(ask, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted, query, isFetching]);
  return { text, setText, query, isSearching: wanted !== query || (query !== "" && isFetching) };
}
