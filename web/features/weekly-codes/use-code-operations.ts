// Operations on codes. Outcomes go to a toast, since the dialog may be closed by then.
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { CodesOfController } from "#contract/weekly-codes-csv.ts";
import { reportOutcome } from "#web/lib/calls/report-outcome.ts";
import { fetchPart } from "#web/lib/chunks/fetch-part.ts";
import { dropError, toastDone, toastFailure, toastSuccess } from "#web/ui/toasts/toast.tsx";
import { useCleanUpCodes } from "./api/change-weekly-codes.ts";
import { weeklyCodeButtonTexts as t } from "./texts/weekly-code-buttons.sv.ts";

const EXPORT = "export weekly codes";
const CLEAN_UP = "clean up weekly codes";

/** Exports the codes. `files`: the controllers' files, once read, when their codes differ. */
export function useExportCodes() {
  const [files, setFiles] = useState<readonly CodesOfController[] | null>(null);
  const reading = useMutation({
    mutationFn: async () => {
      const { exportCodes } = await fetchPart(import("./export-codes.ts"));
      return exportCodes();
    },
    onSuccess: (found) => {
      if (found === null) toastDone(t.exported);
      else setFiles(found);
    },
    onMutate: () => dropError(EXPORT),
    onError: (error) => toastFailure(error, { name: EXPORT }),
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
      dropError(CLEAN_UP);
      reportOutcome(cleanUp, null, {
        onSuccess: ({ removed, pending }) =>
          toastSuccess(
            [t.cleanedCount(removed), pending.length > 0 && t.waitsForReadBack(pending.length)]
              .filter(Boolean)
              .join(" "),
            { title: t.cleanedUp },
          ),
        onError: (error) => toastFailure(error, { name: CLEAN_UP }),
      });
    },
  };
}
