import { useQueryClient } from "@tanstack/react-query";
import { type ApplyFixRequest, applyFixReply, type FixProgress } from "#contract/functions/apply-fix.ts";
import { callFunction } from "#web/lib/calls/functions.ts";

/** Throws FunctionError. */
export function useApplyFix() {
  const client = useQueryClient();
  return async (request: Omit<ApplyFixRequest, "confirm">): Promise<FixProgress> => {
    const { fix } = await callFunction("apply-fix", applyFixReply, { ...request, confirm: true });
    void client.invalidateQueries({ queryKey: ["end-users"] });
    void client.invalidateQueries({ queryKey: ["credentials"] });
    return fix;
  };
}
