import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { InputOf } from "#contract/define-action.ts";
import { nearMiss } from "#contract/functions/near-miss.ts";
import { callAction } from "#web/lib/calls/functions.ts";

type Reading = InputOf<typeof nearMiss.LINK>;
type Answer = { action: keyof typeof nearMiss } & Reading;

const ANSWERS = {
  LINK: (reading: Reading) => callAction(nearMiss.LINK, reading),
  CORRECT: (reading: Reading) => callAction(nearMiss.CORRECT, reading),
  DISMISS: (reading: Reading) => callAction(nearMiss.DISMISS, reading),
  RESTORE: (reading: Reading) => callAction(nearMiss.RESTORE, reading),
};

export function useAnswerNearMiss() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ action, ...answer }: Answer) => ANSWERS[action](answer),
    // Reads again after a refusal too, because somebody else may have answered.
    onSettled: (_reply, _error, { action }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: ["near-misses"] }),
        ...(action === "CORRECT" ? [client.invalidateQueries({ queryKey: ["end-users"] })] : []),
      ]),
  });
}
