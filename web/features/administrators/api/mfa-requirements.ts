import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Role } from "#contract/roles.ts";
import { type MfaRequirementRow, mfaRequirementRow } from "#contract/tables/mfa-requirements.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readCount, readRow, readRows } from "#web/lib/calls/rows.ts";
import { withStepUp } from "#web/lib/session/step-up.ts";

const KEY = ["administrators", "mfa-requirements"];

export const mfaRequirementsQueryOptions = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) =>
    readRows(
      mfaRequirementRow,
      backend.from("mfa_requirements").select("role, required").order("role", { ascending: false }).abortSignal(signal),
    ),
});

/** Counts the administrators of a role. Throws BackendError. */
export function countOfRole(role: Role): Promise<number> {
  return readCount(backend.from("user_roles").select("*", { count: "exact", head: true }).eq("role", role));
}

/** Changes whether a role must have a second factor, after a step-up. The reports come even if the page has been left. */
export function useRequireMfa(reported: {
  onDone: (row: MfaRequirementRow) => void;
  onFailed: (error: Error) => void;
}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ role, required }: MfaRequirementRow) =>
      // Selects the row back: an update that matches none must fail.
      withStepUp("change_mfa", () =>
        readRow(
          mfaRequirementRow,
          backend.from("mfa_requirements").update({ required }).eq("role", role).select("role, required").single(),
        ),
      ),
    onSuccess: (row) => {
      client.setQueryData(mfaRequirementsQueryOptions.queryKey, (rows) =>
        rows?.map((old) => (old.role === row.role ? row : old)),
      );
      reported.onDone(row);
    },
    onError: reported.onFailed,
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}
