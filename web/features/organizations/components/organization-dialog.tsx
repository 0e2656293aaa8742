import { useId } from "react";
import { type OrganizationForm, organizationForm } from "#contract/forms/organization.ts";
import type { OrganizationRow } from "#contract/tables/organizations.ts";
import { words } from "#web/texts/words.sv.ts";
import { Dialog } from "#web/ui/dialogs/dialog.tsx";
import { TextAreaField, TextField } from "#web/ui/fields/text-field.tsx";
import { Form, FormField, usePortalForm } from "#web/ui/forms/form.tsx";
import { FormFoot } from "#web/ui/forms/form-foot.tsx";
import { toastDone, toastFailure } from "#web/ui/toasts/toast.tsx";
import { useSaveOrganization } from "../api/save-organization.ts";
import { organizationsTexts as t } from "../texts/organizations.sv.ts";
import { DataFields } from "./data-fields.tsx";

export interface OrganizationDialogProps {
  organization: OrganizationRow | null;
  onClose: () => void;
}

export function OrganizationDialog({ organization, onClose }: OrganizationDialogProps) {
  const formId = useId();
  const form = usePortalForm(organizationForm, {
    name: organization?.name ?? "",
    description: organization?.description ?? "",
    kind: organization?.kind ?? "other",
    log_days: organization?.log_days?.toString() ?? "",
    purposes: organization?.purposes ?? "",
  });
  const { isDirty, isSubmitting } = form.formState;
  const save = useSaveOrganization();

  async function submit(values: OrganizationForm): Promise<void> {
    try {
      await save.mutateAsync({ id: organization?.id ?? null, values });
      toastDone("organization:save", organization ? t.updated : t.created);
      onClose();
    } catch (error) {
      toastFailure("organization:save", error);
    }
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={organization ? t.editTitle : t.createTitle}
      subtitle={organization?.name}
      dirty={isDirty}
      footer={(close) => (
        <FormFoot formId={formId} onCancel={close} busy={isSubmitting} dirty={isDirty}>
          {organization ? words.save : t.add}
        </FormFoot>
      )}
    >
      <Form form={form} id={formId} onSubmit={submit}>
        <FormField control={form.control} name="name">
          {(field) => <TextField {...field} label={t.name} autoFocus autoComplete="off" />}
        </FormField>
        <FormField control={form.control} name="description">
          {(field) => <TextAreaField {...field} value={field.value ?? ""} label={t.description} optional />}
        </FormField>
        <DataFields control={form.control} />
      </Form>
    </Dialog>
  );
}
