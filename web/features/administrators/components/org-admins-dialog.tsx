import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useId, useState } from "react";
import { flushSync } from "react-dom";
import type { AdministratorRow } from "#contract/tables/user-roles.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialogs/dialog.tsx";
import { FormFoot } from "#web/ui/forms/form-foot.tsx";
import { RetryNote } from "#web/ui/note.tsx";
import { fullName } from "../administrator.ts";
import { getOrgAdminsQueryOptions } from "../api/get-administrators.ts";
import type { CreatedAdministrator } from "../api/save-administrator.ts";
import { administratorsTexts as t } from "../texts/administrators.sv.ts";
import {
  EditAdministratorForm,
  formValues,
  NewAdministratorForm,
  useAdministratorForm,
} from "./administrator-form.tsx";
import { AdministratorsTable } from "./administrators-table.tsx";
import { useAdministratorActions } from "./use-administrator-actions.tsx";

export interface OrgAdminsDialogProps {
  organization: { id: string; name: string };
  onClose: () => void;
}

type View = { shows: "list"; returned: boolean } | { shows: "form"; administrator: AdministratorRow | null };

export function OrgAdminsDialog({ organization, onClose }: OrgAdminsDialogProps) {
  const formId = useId();
  const [view, setView] = useState<View>({ shows: "list", returned: false });
  const form = useAdministratorForm(organization, null);
  const actions = useAdministratorActions(organization);
  const { isDirty, isSubmitting } = form.formState;

  function openForm(administrator: AdministratorRow | null): void {
    form.reset(formValues(administrator));
    setView({ shows: "form", administrator });
  }

  /** Returns to the list, unless the answer to a save comes when another form is open. */
  function toList(): void {
    setView((now) => (now === view ? { shows: "list", returned: true } : now));
  }

  function created(administrator: CreatedAdministrator): void {
    // Focuses the list first: the question returns focus to where it was.
    flushSync(toList);
    actions.onCreated(administrator);
  }

  const frame = { isOpen: true, onClose, size: "table" } as const;
  // One dialog for both views, so that it neither flickers nor loses focus.
  return (
    <>
      {view.shows === "form" ? (
        <Dialog
          {...frame}
          onBack={toList}
          title={view.administrator ? t.editTitle : t.add}
          subtitle={view.administrator ? `${fullName(view.administrator)} · ${organization.name}` : organization.name}
          dirty={isDirty}
          footer={(_close, leave) => (
            // A separate key: with shared elements, the end of a press on one button would click the other.
            <FormFoot key="form" formId={formId} onCancel={() => leave(toList)} busy={isSubmitting} dirty={isDirty}>
              {view.administrator ? words.save : words.add}
            </FormFoot>
          )}
        >
          {view.administrator ? (
            <EditAdministratorForm form={form} id={formId} administrator={view.administrator} onSaved={toList} />
          ) : (
            <NewAdministratorForm form={form} id={formId} scope={organization} onCreated={created} />
          )}
        </Dialog>
      ) : (
        <Dialog
          {...frame}
          title={t.ofOrganization(organization.name)}
          flush
          footer={
            <ListFoot
              key="list"
              organizationId={organization.id}
              isReturned={view.returned}
              onAdd={() => openForm(null)}
              onClose={onClose}
            />
          }
        >
          <AdminsList organization={organization} actions={actions} onEdit={openForm} />
        </Dialog>
      )}
      {actions.question}
    </>
  );
}

interface ListFootProps {
  organizationId: string;
  /** The form was shown before. */
  isReturned: boolean;
  onAdd: () => void;
  onClose: () => void;
}

function ListFoot({ organizationId, isReturned, onAdd, onClose }: ListFootProps) {
  const { data = [] } = useQuery(getOrgAdminsQueryOptions(organizationId));
  const total = data.length;
  return (
    <DialogFoot note={total > 0 ? t.count(formatNumber(total), total === 1) : null}>
      <Button onPress={onClose}>{words.close}</Button>
      {/* Keeps focus in the dialog on return from the form. */}
      <Button variant="primary" icon={Plus} onPress={onAdd} autoFocus={isReturned}>
        {t.add}
      </Button>
    </DialogFoot>
  );
}

interface AdminsListProps {
  organization: { id: string; name: string };
  actions: ReturnType<typeof useAdministratorActions>;
  onEdit: (administrator: AdministratorRow) => void;
}

function AdminsList({ organization, actions, onEdit }: AdminsListProps) {
  const admins = useQuery(getOrgAdminsQueryOptions(organization.id));
  return (
    <>
      {actions.note && <div className="p-4">{actions.note}</div>}
      {admins.isError && (
        <div className="p-4">
          <RetryNote role="alert" onRetry={admins.refetch}>
            {t.loadFailed} {admins.error.message}
          </RetryNote>
        </div>
      )}
      {!(admins.isError && !admins.data) && (
        <AdministratorsTable
          label={t.ofOrganization(organization.name)}
          rows={admins.data}
          onEdit={onEdit}
          onSendCredentials={actions.onSendCredentials}
          onRemoveFactors={actions.onRemoveFactors}
          onDelete={actions.onDelete}
          bare
        />
      )}
    </>
  );
}
