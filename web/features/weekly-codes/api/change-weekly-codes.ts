// Generating, clearing and deleting weekly codes. The server's sentence begins with the specification's words already.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  cleanupWeeklyCodesReply,
  deleteWeeklyCodeReply,
  generateWeeklyCodesReply,
} from "#contract/functions/generate-weekly-codes.ts";
import { callFunction } from "../../../lib/functions.ts";
import { WEEKLY_CODES_KEY } from "./get-weekly-codes.ts";

const FUNCTION = "generate-weekly-codes";

function useChange<Input, Reply>(change: (input: Input) => Promise<Reply>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    // Also after a failure: what the list shows may be what has changed.
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: WEEKLY_CODES_KEY }),
        client.invalidateQueries({ queryKey: ["controllers", "sync"] }),
        client.invalidateQueries({ queryKey: ["sync"] }),
      ]),
  });
}

export function useGenerateCodes() {
  return useChange((input: { controllerIds: readonly string[]; weeks: number }) =>
    callFunction(FUNCTION, generateWeeklyCodesReply, { action: "generate", ...input }),
  );
}

export function useCleanUpCodes() {
  return useChange((_input: null) => callFunction(FUNCTION, cleanupWeeklyCodesReply, { action: "cleanup" }));
}

export function useDeleteCode() {
  return useChange((weeklyCodeId: string) =>
    callFunction(FUNCTION, deleteWeeklyCodeReply, { action: "delete", weeklyCodeId }),
  );
}
