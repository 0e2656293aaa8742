import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type NearMissRequest, nearMissReply } from "#contract/functions/near-miss.ts";
import { callFunction } from "#web/lib/calls/functions.ts";

export function useAnswerNearMiss() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (request: NearMissRequest) => callFunction("near-miss", nearMissReply, request),
    // Also after a refusal: somebody else may have answered.
    onSettled: (_reply, _error, { action }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: ["near-misses"] }),
        ...(action === "CORRECT" ? [client.invalidateQueries({ queryKey: ["end-users"] })] : []),
      ]),
  });
}
