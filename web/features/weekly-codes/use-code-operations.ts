// Operations on codes. Outcomes go to a toast, since the dialog may be closed by then.
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { CodesOfController } from "#contract/weekly-codes-csv.ts";
import { reportOutcome } from "#web/lib/calls/report-outcome.ts";
import { fetchPart } from "#web/lib/chunks/fetch-part.ts";
import { endToasts, toastDone, toastFailure, toastSuccess } from "#web/ui/toasts/toast.tsx";
import { useCleanUpCodes } from "./api/change-weekly-codes.ts";
import { weeklyCodeButtonTexts as t } from "./texts/weekly-code-buttons.sv.ts";

const EXPORT = "weekly-codes:export";
const CLEAN_UP = "weekly-codes:clean-up";

/** Exports the codes. `files`: the controllers' files, once read, when their codes differ. */
export function useExportCodes() {
  const [files, setFiles] = useState<readonly CodesOfController[] | null>(null);
  const reading = useMutation({
    mutationFn: async () => {
      const { exportCodes } = await fetchPart(import("./export-codes.ts"));
      return exportCodes();
    },
    onSuccess: (found) => {
      if (found === null) toastDone(EXPORT, t.exported);
      else setFiles(found);
    },
    onMutate: () => endToasts(EXPORT),
    onError: (error) => toastFailure(EXPORT, error),
  });
  return {
    isPending: reading.isPending,
    run: () => {
      if (!reading.isPending) reading.mutate();
    },
    files,
    close: () => setFiles(null),
  };
}

/** Cleans up without a question, because it removes only codes whose week is over. */
export function useCleanUp() {
  const cleanUp = useCleanUpCodes();
  return {
    isPending: cleanUp.isPending,
    run: () => {
      if (cleanUp.isPending) return;
      endToasts(CLEAN_UP);
      reportOutcome(cleanUp, null, {
        onSuccess: ({ removed, pending }) =>
          toastSuccess(
            CLEAN_UP,
            [t.cleanedCount(removed), pending.length > 0 && t.waitsForReadBack(pending.length)]
              .filter(Boolean)
              .join(" "),
            { title: t.cleanedUp },
          ),
        onError: (error) => toastFailure(CLEAN_UP, error),
      });
    },
  };
}
