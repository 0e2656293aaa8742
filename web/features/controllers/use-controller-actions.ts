import { useNavigate } from "@tanstack/react-router";
import type { ControllerRow } from "#contract/tables/controllers.ts";
import { errorSentence } from "#web/lib/calls/errors.ts";
import { type ChangedCertificate, changedCertificate } from "#web/lib/controllers/changed-certificate.ts";
import { testOf } from "#web/lib/controllers/controller-operation-names.ts";
import { WEEKLY_CODES } from "#web/lib/lists/linked-parameter.ts";
import { useOpened } from "#web/ui/dialogs/use-opened.ts";
import { endToasts, toastFailure, toastSuccess } from "#web/ui/toasts/toast.tsx";
import type { ListedController } from "./api/get-controllers.ts";
import { useTestController, useTestedNow } from "./api/test-connection.ts";
import { useSyncAccessPoints, useSyncedNow } from "./doors/api/sync-access-points.ts";
import { controllersTexts as t } from "./texts/controllers.sv.ts";

export type OpenDialog =
  | { dialog: "create" }
  | { dialog: "edit" | "users" | "doors" | "examine" | "delete"; controller: ListedController }
  | { dialog: "setup"; controller: ControllerRow };

/** Operations shared with Synkstatus; the route passes them in. */
export interface SharedOperations {
  syncNow: (target: { controller_id: string; name: string }) => void;
  askRebuild: (target: { controller_id: string; name: string }) => void;
  askRetire: (target: { controller_id: string; name: string }) => void;
  reviewCertificate: (changed: ChangedCertificate) => void;
}

export type ControllerActions = ReturnType<typeof useControllerActions>;

/** Holds which dialog about a controller is open, and reports tests by toast. */
export function useControllerActions(shared: SharedOperations) {
  const navigate = useNavigate();
  const { opened, open, openNext, close } = useOpened<OpenDialog>();
  const syncDoors = useSyncAccessPoints();
  const test = useTestController({
    onAnswer: ({ id, name }, described) => toastSuccess(testOf(id), t.testedName(name, described), { title: t.testOk }),
    onFailure: (controller, error) => {
      const changed = changedCertificate(controller, error);
      if (changed) shared.reviewCertificate(changed);
      else
        toastFailure(testOf(controller.id), error, {
          title: t.testFailed,
          words: (reason) => t.testedName(controller.name, errorSentence(reason)),
        });
    },
  });
  return {
    shared,
    opened,
    open,
    openNext,
    close,
    /** Closes the dialog of a controller that is no longer there. */
    deleted: (id: string) => open((now) => (now && "controller" in now && now.controller.id === id ? null : now)),
    create: () => open({ dialog: "create" }),
    showWeeklyCodes: () => void navigate({ to: ".", search: (now: object) => ({ ...now, [WEEKLY_CODES]: "1" }) }),
    showSync: () => void navigate({ to: "/system-admin/sync" }),
    syncDoors: ({ id, name }: ListedController) => syncDoors.mutate({ id, name }),
    syncing: useSyncedNow(),
    test: (controller: ListedController) => {
      endToasts(testOf(controller.id));
      test.mutate(controller);
    },
    testing: useTestedNow(),
  };
}
