import { useState } from "react";
import { announce } from "#web/lib/announce.ts";
import { errorSentence } from "#web/lib/calls/errors.ts";
import { reportOutcome } from "#web/lib/calls/report-outcome.ts";
import {
  type ChangedCertificate,
  changedCertificate as certificateOf,
} from "#web/lib/controllers/changed-certificate.ts";
import { comparisonOf, syncOf, testOf } from "#web/lib/controllers/controller-operation-names.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { dropError, toastDone, toastError, toastFailure, toastSuccess } from "#web/ui/toasts/toast.tsx";
import { useCompare, useSyncNow, useTestConnection } from "./api/controller-operations.ts";
import { controllerOperationTexts } from "./texts/controller-operations.sv.ts";

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
  /** Set when a test found another certificate than the pinned one. */
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
  function sync(controllerId: string | null, onSuccess: (reply: { controllers: number }) => void): void {
    const name = syncOf(controllerId);
    dropError(name);
    reportOutcome(syncing, controllerId, {
      onSuccess,
      onError: (error) => toastError(errorSentence(error), { title: controllerOperationTexts.syncFailed, name }),
    });
  }
  return {
    syncNow: ({ controller_id, name }) =>
      sync(controller_id, () => toastDone(controllerOperationTexts.syncOneStarted(name))),
    syncAll: () =>
      sync(null, ({ controllers }) =>
        toastDone(controllerOperationTexts.syncStarted(formatNumber(controllers), controllers !== 1)),
      ),
    compare: ({ controller_id, name }) => {
      announce(controllerOperationTexts.comparing(name));
      dropError(comparisonOf(controller_id));
      reportOutcome(comparing, controller_id, {
        onSuccess: ({ items }) =>
          toastDone(
            items.length === 0
              ? controllerOperationTexts.comparedClean(name)
              : controllerOperationTexts.compared(name, formatNumber(items.length)),
          ),
        onError: (error) => toastFailure(error, { name: comparisonOf(controller_id) }),
      });
    },
    test: ({ controller_id, name }) => {
      dropError(testOf(controller_id));
      reportOutcome(testing, controller_id, {
        onSuccess: () =>
          toastSuccess(controllerOperationTexts.testOkHelp(name), { title: controllerOperationTexts.testOk }),
        onError: (error) => {
          const changed = certificateOf({ id: controller_id, name }, error);
          if (changed) reviewCertificate(changed);
          else toastFailure(error, { title: controllerOperationTexts.testFailed, name: testOf(controller_id) });
        },
      });
    },
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
