// The server's sentences already begin with the specification's words.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { callFunction } from "#web/lib/calls/functions.ts";
import { fetchPart } from "#web/lib/chunks/fetch-part.ts";
import { withStepUp } from "#web/lib/session/step-up.ts";
import { WEEKLY_CODES_KEY } from "./get-weekly-codes.ts";

const replies = () => fetchPart(import("#contract/functions/generate-weekly-codes.ts"));

const FUNCTION = "generate-weekly-codes";

function useChange<Input, Reply>(change: (input: Input) => Promise<Reply>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    // Also after a failure: the list may be outdated.
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: WEEKLY_CODES_KEY }),
        client.invalidateQueries({ queryKey: ["controllers", "sync"] }),
        client.invalidateQueries({ queryKey: ["sync"] }),
      ]),
  });
}

export function useGenerateCodes() {
  return useChange(async (input: { controllerIds: readonly string[]; weeks: number }) => {
    const { generateWeeklyCodesReply } = await replies();
    return withStepUp(() => callFunction(FUNCTION, generateWeeklyCodesReply, { action: "generate", ...input }));
  });
}

export function useCleanUpCodes() {
  return useChange(async (_input: null) =>
    callFunction(FUNCTION, (await replies()).cleanupWeeklyCodesReply, { action: "cleanup" }),
  );
}

export function useDeleteCode() {
  return useChange(async (weeklyCodeId: string) =>
    callFunction(FUNCTION, (await replies()).deleteWeeklyCodeReply, { action: "delete", weeklyCodeId }),
  );
}
