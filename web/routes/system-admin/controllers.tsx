import { Plus } from "lucide-react";
import { ControllerDialog, ControllerDialogs } from "#web/features/controllers/components/controller-dialogs.tsx";
import { ControllerList } from "#web/features/controllers/components/controller-list.tsx";
import { controllersTexts as t } from "#web/features/controllers/texts/controllers.sv.ts";
import { useControllerActions } from "#web/features/controllers/use-controller-actions.ts";
import { ControllerOrganizations } from "#web/features/organizations/access/lazy-controller-organizations.ts";
import { ControllerOperationDialogs } from "#web/features/reconcile/components/controller-operation-dialogs.tsx";
import { useControllerOperations } from "#web/features/reconcile/use-controller-operations.ts";
import { WeeklyCodeButtons } from "#web/features/weekly-codes/components/weekly-code-buttons.tsx";
import { useLinkedAdd } from "#web/lib/lists/linked-parameter.ts";
import { titles } from "#web/texts/titles.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";

export function ControllersPage() {
  const operations = useControllerOperations();
  const actions = useControllerActions(operations);
  useLinkedAdd(actions.create);
  return (
    <div data-wide>
      <PageHead
        {...titles.controllers}
        secondary={<WeeklyCodeButtons />}
        primary={
          <Button variant="primary" icon={Plus} onPress={actions.create} onHoverStart={ControllerDialog.prefetch}>
            {t.add}
          </Button>
        }
      />
      <ControllerList actions={actions} />
      <ControllerDialogs
        actions={actions}
        assign={(id, hasDoors) => <ControllerOrganizations controllerId={id} hasDoors={hasDoors} />}
      />
      <ControllerOperationDialogs operations={operations} />
    </div>
  );
}
