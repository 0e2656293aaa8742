import { useState } from "react";

/**
 * Returns `aria-live` for a count of rows that come by themselves. The first count after a change of filters, search or page is announced.
 * Later changes come from new rows, which the list announces itself.
 */
export function useLiveCount(question: string, count: string): "polite" | "off" {
  const [heard, setHeard] = useState({ question, count, changes: 0 });
  const isAnew = heard.question !== question;
  const changes = (isAnew ? 0 : heard.changes) + (heard.count === count ? 0 : 1);
  if (isAnew || heard.count !== count) setHeard({ question, count, changes });
  return changes <= 1 ? "polite" : "off";
}
