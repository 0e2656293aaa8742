import { useState } from "react";

/**
 * Returns `aria-live` for a count of rows that come by themselves. The first count after a question (filters, search, page) is announced;
 * later changes are rows that came, which the list announces in its own way.
 */
export function useLiveCount(question: string, count: string): "polite" | "off" {
  const [heard, setHeard] = useState({ question, count, changes: 0 });
  const isAnew = heard.question !== question;
  const changes = (isAnew ? 0 : heard.changes) + (heard.count === count ? 0 : 1);
  if (isAnew || heard.count !== count) setHeard({ question, count, changes });
  return changes <= 1 ? "polite" : "off";
}
