import { queryOptions } from "@tanstack/react-query";
import { explainPassage, type PassageSource } from "#contract/functions/explain-passage.ts";
import { callTraced } from "#web/lib/calls/functions.ts";

export const EXPLANATION_KEY = ["door-events", "explanation"] as const;

export function getExplanationQueryOptions(source: PassageSource, id: string) {
  return queryOptions({
    queryKey: [...EXPLANATION_KEY, id],
    queryFn: async ({ signal }) => {
      const asked = await callTraced(explainPassage.fn, explainPassage.reply, { source, id }, { signal });
      return { ...asked.reply, requestId: asked.requestId };
    },
  });
}
