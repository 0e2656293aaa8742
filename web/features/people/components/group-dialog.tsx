import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { useWatch } from "react-hook-form";
import { type GroupForm, groupForm, INSTALLATION } from "#contract/forms/group.ts";
import { type AccessGroup, accessGroups } from "#contract/functions/access-groups.ts";
import { callAction } from "#web/lib/calls/functions.ts";
import {
  getInstallationAccessQueryOptions,
  getOrganizationAccessQueryOptions,
} from "#web/lib/controllers/organization-access.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialogs/dialog.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { Form, FormField, type PortalForm, usePortalForm } from "#web/ui/forms/form.tsx";
import { FormFoot } from "#web/ui/forms/form-foot.tsx";
import { Note } from "#web/ui/note.tsx";
import { usePreview } from "#web/ui/preview/use-preview.tsx";
import { toastDone, toastFailure } from "#web/ui/toasts/toast.tsx";
import { GROUPS_KEY, useGroupChange } from "../api/groups.ts";
import { doorGroups, gateGroups } from "../offered-doors.ts";
import { groupsTexts as t } from "../texts/groups.sv.ts";
import { peopleTexts } from "../texts/people.sv.ts";
import { personDialogTexts } from "../texts/person-dialog.sv.ts";
import { AccessList } from "./access-list.tsx";
import { GroupHours } from "./group-hours.tsx";
import { OrganizationField } from "./organization-field.tsx";

export interface GroupDialogProps {
  group: AccessGroup | null;
  onClose: () => void;
}

const USUAL_VALIDITY = "12_months";
const placesOf = (group: AccessGroup | null) => ({
  doors: (group?.doors ?? []).flatMap(({ access_point_id: id }) => (id === null ? [] : [id])).toSorted(),
  gates: (group?.gates ?? []).map(({ controller_id }) => controller_id).toSorted(),
});

/** Returns the schedules by door or gate. */
const schedulesOf = (group: AccessGroup | null): Record<string, string | null> =>
  Object.fromEntries(
    [...(group?.doors ?? []), ...(group?.gates ?? [])].map(
      ({ access_point_id: door, controller_id: gate, schedule }) => [door ?? gate, schedule?.id ?? null],
    ),
  );

/** Makes or changes a group. A change that gives, takes or moves hours asks first, with what changes. */
export function GroupDialog({ group, onClose }: GroupDialogProps) {
  const { organizationId: own } = useSignedIn();
  const formId = useId();
  const form = usePortalForm(groupForm, {
    organization_id: group ? (group.organization_id ?? INSTALLATION) : (own ?? ""),
    name: group?.name ?? "",
    ...placesOf(group),
    schedules: schedulesOf(group),
  });
  const { isDirty, isSubmitting } = form.formState;
  const preview = usePreview();
  const client = useQueryClient();
  const save = useGroupChange((values: GroupForm) => callAction(accessGroups.SAVE, bodyOf(group, values)));

  async function submit(values: GroupForm): Promise<void> {
    const body = bodyOf(group, values);
    try {
      const call = { call: "access-groups", body: { action: "SAVE", ...body } } as const;
      if (group !== null && !(await preview.confirmed(call))) return;
      await save.mutateAsync(values);
      toastDone("group:save", t.saved);
      onClose();
    } catch (error) {
      // Somebody else may have changed the group: it opens again with what is stored.
      void client.invalidateQueries({ queryKey: GROUPS_KEY });
      toastFailure("group:save", error);
    }
  }

  return (
    <>
      <Dialog
        isOpen
        onClose={onClose}
        size="user"
        title={group ? t.editTitle : t.add}
        subtitle={group?.name}
        dirty={isDirty}
        footer={(close) => (
          <FormFoot formId={formId} onCancel={close} busy={isSubmitting} dirty={isDirty}>
            {words.save}
          </FormFoot>
        )}
      >
        <Form form={form} id={formId} onSubmit={submit}>
          {group === null && own === null && (
            <FormField control={form.control} name="organization_id">
              {(field) => (
                <OrganizationField
                  {...field}
                  first={{ id: INSTALLATION, label: t.installation }}
                  onChange={(id) => {
                    field.onChange(id);
                    form.setValue("doors", []);
                    form.setValue("gates", []);
                    form.setValue("schedules", {});
                  }}
                />
              )}
            </FormField>
          )}
          <InstallationNote form={form} />
          <FormField control={form.control} name="name">
            {(field) => <TextField {...field} label={t.name} autoFocus autoComplete="off" />}
          </FormField>
          {group === null && <Starts form={form} />}
          <Places form={form} group={group} />
        </Form>
      </Dialog>
      {preview.panel}
    </>
  );
}

function bodyOf(group: AccessGroup | null, values: GroupForm) {
  return {
    ...(group && { id: group.id, seen_at: group.updated_at }),
    ...values,
    organization_id: values.organization_id === INSTALLATION ? null : values.organization_id,
    validity_period: group?.validity_period ?? USUAL_VALIDITY,
    follow: true,
  } as const;
}

/** Says what a group of the installation is, once it is chosen. */
function InstallationNote({ form: { control } }: Part) {
  const owner = useWatch({ control, name: "organization_id" });
  return owner === INSTALLATION ? <Note tone="quiet">{t.installationHelp}</Note> : null;
}

type Part = { form: PortalForm<GroupForm, GroupForm> };
type PlacesPart = Part & { group: AccessGroup | null };

/** Offers names that most sites use. */
function Starts({ form }: Part) {
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">{t.starts}</legend>
      {Object.values(t.startNames).map((name) => (
        <Button
          key={name}
          size="sm"
          onPress={() => form.setValue("name", name, { shouldDirty: true, shouldValidate: true })}
        >
          {name}
        </Button>
      ))}
    </fieldset>
  );
}

const NOWHERE: ReadonlyMap<string, boolean> = new Map();

function Places({ form, group }: PlacesPart) {
  const { control } = form;
  const [organizationId, doors, gates] = useWatch({ control, name: ["organization_id", "doors", "gates"] });
  const isInstallations = organizationId === INSTALLATION;
  const own = useQuery(getOrganizationAccessQueryOptions(isInstallations ? null : organizationId || null));
  const all = useQuery({ ...getInstallationAccessQueryOptions(), enabled: isInstallations });
  const access = isInstallations ? all : own;
  const common = {
    failed: access.isError && !access.data,
    onRetry: () => void access.refetch(),
    onChoose: () => {},
  };
  const isChosen = organizationId !== "";
  return (
    <>
      <FormField control={control} name="doors">
        {(field) => (
          <AccessList
            {...common}
            label={personDialogTexts.doorsLabel}
            field={field}
            groups={isChosen ? access.data && doorGroups(access.data, doors, NOWHERE) : []}
            countWords={peopleTexts.doors}
            keptWords={personDialogTexts.keptDoors}
            searchLabel={personDialogTexts.doorSearch}
            emptyText={isChosen ? personDialogTexts.noDoors : personDialogTexts.chooseOrganizationFirst}
          />
        )}
      </FormField>
      <FormField control={control} name="gates">
        {(field) => (
          <AccessList
            {...common}
            label={personDialogTexts.gatesLabel}
            field={field}
            groups={isChosen ? access.data && gateGroups(access.data, gates) : []}
            countWords={peopleTexts.gates}
            keptWords={personDialogTexts.keptGates}
            searchLabel={personDialogTexts.gateSearch}
            emptyText={isChosen ? personDialogTexts.noGates : personDialogTexts.chooseOrganizationFirst}
          />
        )}
      </FormField>
      <GroupHours form={form} group={group} access={access.data} />
    </>
  );
}
