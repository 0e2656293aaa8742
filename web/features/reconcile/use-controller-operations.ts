import { useState } from "react";
import { announce } from "#web/lib/announce.ts";
import { reportOutcome } from "#web/lib/calls/report-outcome.ts";
import {
  type ChangedCertificate,
  changedCertificate as certificateOf,
} from "#web/lib/controllers/changed-certificate.ts";
import { comparisonOf, syncOf, testOf } from "#web/lib/controllers/controller-operation-names.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { endToasts, toastDone, toastFailure, toastSuccess } from "#web/ui/toasts/toast.tsx";
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

/** Returns operations on controllers, with the question or certificate that one of them has open. */
export function useControllerOperations(): ControllerOperations {
  const syncing = useSyncNow();
  const comparing = useCompare();
  const testing = useTestConnection();
  const [asked, setAsked] = useState<ControllerOperations["asked"]>(null);
  const [changedCertificate, reviewCertificate] = useState<ChangedCertificate | null>(null);
  function sync(controllerId: string | null, onSuccess: (reply: { controllers: number }) => void): void {
    const act = syncOf(controllerId);
    endToasts(act);
    reportOutcome(syncing, controllerId, {
      onSuccess,
      onError: (error) => toastFailure(act, error, { title: controllerOperationTexts.syncFailed }),
    });
  }
  return {
    syncNow: ({ controller_id, name }) =>
      sync(controller_id, () => toastDone(syncOf(controller_id), controllerOperationTexts.syncOneStarted(name))),
    syncAll: () =>
      sync(null, ({ controllers }) =>
        toastDone(syncOf(null), controllerOperationTexts.syncStarted(formatNumber(controllers), controllers !== 1)),
      ),
    compare: ({ controller_id, name }) => {
      announce(controllerOperationTexts.comparing(name));
      endToasts(comparisonOf(controller_id));
      reportOutcome(comparing, controller_id, {
        onSuccess: ({ items }) =>
          toastDone(
            comparisonOf(controller_id),
            items.length === 0
              ? controllerOperationTexts.comparedClean(name)
              : controllerOperationTexts.compared(name, formatNumber(items.length)),
          ),
        onError: (error) => toastFailure(comparisonOf(controller_id), error),
      });
    },
    test: ({ controller_id, name }) => {
      endToasts(testOf(controller_id));
      reportOutcome(testing, controller_id, {
        onSuccess: () =>
          toastSuccess(testOf(controller_id), controllerOperationTexts.testOkHelp(name), {
            title: controllerOperationTexts.testOk,
          }),
        onError: (error) => {
          const changed = certificateOf({ id: controller_id, name }, error);
          if (changed) reviewCertificate(changed);
          else toastFailure(testOf(controller_id), error, { title: controllerOperationTexts.testFailed });
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
