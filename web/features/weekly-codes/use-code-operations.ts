// Outcomes go to a toast, since the dialog may be closed by then.
import { useMutation } from "@tanstack/react-query";
import { fetchPart } from "#web/lib/fetch-part.ts";
import { reportOutcome } from "#web/lib/report-outcome.ts";
import { weeklyCodeButtonTexts as t } from "#web/texts/weekly-code-buttons.ts";
import { toastDone, toastFailure, toastSuccess } from "#web/ui/toast.tsx";
import { useCleanUpCodes } from "./api/change-weekly-codes.ts";

export function useExportCodes() {
  return useMutation({
    mutationFn: async () => {
      const { exportCodes } = await fetchPart(import("./export-codes.ts"));
      await exportCodes();
    },
    onSuccess: () => toastDone(t.exported),
    onError: (error) => toastFailure(error),
  });
}

/** Removes only codes whose week is over, so it does not ask. */
export function useCleanUp() {
  const cleanUp = useCleanUpCodes();
  return {
    isPending: cleanUp.isPending,
    run: () => {
      if (cleanUp.isPending) return;
      reportOutcome(cleanUp, null, {
        onSuccess: ({ removed, pending }) =>
          toastSuccess(
            [t.cleanedCount(removed), pending.length > 0 && t.waitsForReadBack(pending.length)]
              .filter(Boolean)
              .join(" "),
            { title: t.cleanedUp },
          ),
        onError: (error) => toastFailure(error),
      });
    },
  };
}
