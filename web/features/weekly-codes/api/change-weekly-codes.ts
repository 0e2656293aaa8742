import { useMutation, useQueryClient } from "@tanstack/react-query";
import { fetchPart } from "#web/lib/chunks/fetch-part.ts";
import { WEEKLY_CODES_KEY } from "./get-weekly-codes.ts";

/** Makes a change and then reads the affected rows again. */
export function useCodeChange<Input, Reply>(change: (input: Input) => Promise<Reply>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    // Reads again after a failure too, because the list may be outdated.
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: WEEKLY_CODES_KEY }),
        client.invalidateQueries({ queryKey: ["controllers", "sync"] }),
        client.invalidateQueries({ queryKey: ["sync"] }),
      ]),
  });
}

/** Cleans up codes, from the page's header. Its code comes with the dialog's, which is fetched while the page is idle. */
export function useCleanUpCodes() {
  return useCodeChange(async (_input: null) => (await fetchPart(import("./code-calls.ts"))).cleanUpCodes());
}
