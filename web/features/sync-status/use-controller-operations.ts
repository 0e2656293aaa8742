import { useState } from "react";
import { announce } from "#web/lib/announce.ts";
import { type ChangedCertificate, changedCertificate as certificateOf } from "#web/lib/changed-certificate.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { errorSentence } from "#web/lib/errors.ts";
import { reportOutcome } from "#web/lib/report-outcome.ts";
import { controllerOperationTexts } from "#web/texts/controller-operations.ts";
import { toastDone, toastError, toastFailure, toastSuccess } from "#web/ui/toast.tsx";
import { useCompare, useSyncNow, useTestConnection } from "./api/controller-operations.ts";

export interface Target {
  controller_id: string;
  name: string;
}

export interface ControllerOperations {
  syncNow: (target: Target) => void;
  syncAll: () => void;
  compare: (target: Target) => void;
  test: (target: Target) => void;
  askRebuild: (target: Target) => void;
  askRetire: (target: Target) => void;
  asked: { about: "rebuild" | "retire"; target: Target } | null;
  close: () => void;
  /** A test found another certificate than the pinned one. */
  changedCertificate: ChangedCertificate | null;
  reviewCertificate: (changed: ChangedCertificate | null) => void;
  isSyncing: boolean;
  busyWith: string | null;
}

export function useControllerOperations(): ControllerOperations {
  const syncing = useSyncNow();
  const comparing = useCompare();
  const testing = useTestConnection();
  const [asked, setAsked] = useState<ControllerOperations["asked"]>(null);
  const [changedCertificate, reviewCertificate] = useState<ChangedCertificate | null>(null);
  const failed = (error: unknown) => toastError(errorSentence(error), { title: controllerOperationTexts.syncFailed });
  return {
    syncNow: ({ controller_id, name }) =>
      reportOutcome(syncing, controller_id, {
        onSuccess: () => toastDone(controllerOperationTexts.syncOneStarted(name)),
        onError: failed,
      }),
    syncAll: () =>
      reportOutcome(syncing, null, {
        onSuccess: ({ controllers }) =>
          toastDone(controllerOperationTexts.syncStarted(formatNumber(controllers), controllers !== 1)),
        onError: failed,
      }),
    compare: ({ controller_id, name }) => {
      announce(controllerOperationTexts.comparing(name));
      reportOutcome(comparing, controller_id, {
        onSuccess: ({ items }) =>
          toastDone(
            items.length === 0
              ? controllerOperationTexts.comparedClean(name)
              : controllerOperationTexts.compared(name, formatNumber(items.length)),
          ),
        onError: (error) => toastFailure(error),
      });
    },
    test: ({ controller_id, name }) =>
      reportOutcome(testing, controller_id, {
        onSuccess: () =>
          toastSuccess(controllerOperationTexts.testOkHelp(name), { title: controllerOperationTexts.testOk }),
        onError: (error) => {
          const changed = certificateOf({ id: controller_id, name }, error);
          if (changed) reviewCertificate(changed);
          else toastFailure(error, { title: controllerOperationTexts.testFailed });
        },
      }),
    askRebuild: (target) => setAsked({ about: "rebuild", target }),
    askRetire: (target) => setAsked({ about: "retire", target }),
    asked,
    close: () => setAsked(null),
    changedCertificate,
    reviewCertificate,
    isSyncing: syncing.isPending,
    busyWith: (comparing.isPending ? comparing.variables : testing.isPending ? testing.variables : null) ?? null,
  };
}
