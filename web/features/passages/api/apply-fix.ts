import { useQueryClient } from "@tanstack/react-query";
import { type ApplyFixRequest, applyFix, type FixProgress } from "#contract/functions/apply-fix.ts";
import { callAction } from "#web/lib/calls/functions.ts";

/** Applies a fix. Throws FunctionError. */
export function useApplyFix() {
  const client = useQueryClient();
  return async (request: Omit<ApplyFixRequest, "confirm">): Promise<FixProgress> => {
    const { fix } = await callAction(applyFix, { ...request, confirm: true });
    void client.invalidateQueries({ queryKey: ["end-users"] });
    void client.invalidateQueries({ queryKey: ["credentials"] });
    return fix;
  };
}
