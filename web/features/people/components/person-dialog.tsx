import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { useFormState, useWatch } from "react-hook-form";
import { type EndUserForm, endUserForm, toEndUserPayload } from "#contract/forms/end-user.ts";
import type { SaveEndUserReply } from "#contract/functions/end-user-manager.ts";
import { BackendError, FunctionError } from "#web/lib/calls/errors.ts";
import { getControllersNowQueryOptions } from "#web/lib/controllers/controllers-now.ts";
import { getOrganizationAccessQueryOptions } from "#web/lib/controllers/organization-access.ts";
import { getDoorCodesQueryOptions } from "#web/lib/doors/door-codes.ts";
import { takesAway, waitingWords } from "#web/lib/people/removal-words.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialogs/dialog.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { Form, FormField, usePortalForm } from "#web/ui/forms/form.tsx";
import { awaitConfirmation } from "#web/ui/toasts/await-confirmation.ts";
import { toastError, toastSuccess } from "#web/ui/toasts/toast.tsx";
import { useSaveEndUser } from "../api/save-end-user.ts";
import { onlineOf } from "../held-up.ts";
import { RecentAttempts } from "../lazy-recent-attempts.ts";
import { doorGroups, fourDigitControllers, gateGroups, writtenControllers } from "../offered-doors.ts";
import { credentialsOf, doorIds, fullName, gateIds, type Person } from "../person.ts";
import { emptyForm, fieldOfRefusal, formOf, summaryLabels } from "../person-form-values.ts";
import { peopleTexts } from "../texts/people.sv.ts";
import { personDialogTexts } from "../texts/person-dialog.sv.ts";
import { useOnlyAccess } from "../use-only-access.ts";
import { useStoredPerson } from "../use-stored-person.ts";
import { endDateOf } from "../validity-hint.ts";
import { ConflictNote } from "./conflict-note.tsx";
import { CredentialAnswers } from "./credential-answers.tsx";
import { GeneratedPinDialog, type GeneratedPinDialogProps } from "./generated-pin-dialog.tsx";
import { NoAccessNote } from "./no-access-note.tsx";
import { OldRightsNote } from "./old-rights-note.tsx";
import { LockedOrganization, OrganizationField } from "./organization-field.tsx";
import { PersonalData } from "./personal-data.tsx";
import { PinBlock } from "./pin-block.tsx";

import { RemovalHistory } from "./removal-history.tsx";
import { VehicleBlock } from "./vehicle-block.tsx";

export interface PersonDialogProps {
  person: Person | null;
  /** Chosen from the start for a new person; null lets a system admin choose. */
  organizationId?: string | null | undefined;
  onClose: () => void;
  /** Called when the person is stored; the dialog may still show a generated PIN. */
  onSaved: (id: string) => void;
}

const NOWHERE: ReadonlyMap<string, boolean> = new Map();

export function PersonDialog({ person, organizationId: given, onClose, onSaved }: PersonDialogProps) {
  const { role, organizationId: ownOrganization } = useSignedIn();
  const chooses = role === "system_admin";
  const [now] = useState(() => new Date());
  const [madePin, setMadePin] = useState<Omit<GeneratedPinDialogProps, "onClose"> | null>(null);
  const stored = useStoredPerson(person);
  const { base, newer, adopt } = stored;
  const pin = base ? credentialsOf(base, "pin")[0] : undefined;
  const vehicle = base ? credentialsOf(base, "license_plate")[0] : undefined;
  const [empty] = useState(() => emptyForm(ownOrganization ?? given ?? ""));
  const form = usePortalForm<EndUserForm, EndUserForm>(
    endUserForm({ now, stored: { pin: endDateOf(pin), vehicle: endDateOf(vehicle) } }),
    person ? formOf(person) : empty,
  );
  const save = useSaveEndUser();
  const client = useQueryClient();
  const running = useRef(false);
  const formId = useId();

  const { control } = form;
  const { isDirty, errors } = useFormState({ control });
  const [organizationId, enablePin, chosenDoors] = useWatch({
    control,
    name: ["organization_id", "enable_pin", "pin_access_points"],
  });

  const access = useQuery(getOrganizationAccessQueryOptions(organizationId || null));
  const controllersNow = useQuery(getControllersNowQueryOptions()).data;
  const online = controllersNow ? onlineOf(controllersNow) : NOWHERE;
  const fourDigits = access.data ? fourDigitControllers(access.data) : [];
  const codes = useQuery(getDoorCodesQueryOptions(fourDigits));
  const doors =
    access.data &&
    doorGroups(access.data, pin ? doorIds(pin) : [], online, { codes: codes.data, isOwn: ownOrganization !== null });
  const gates = access.data && gateGroups(access.data, vehicle ? gateIds(vehicle) : []);
  const writesTo = writtenControllers(
    doors ?? [],
    enablePin ? chosenDoors : [],
    pin?.controller_assignments.map((assignment) => assignment.controller_id) ?? [],
  );

  useOnlyAccess(form, { defaults: base === null ? empty : null, organizationId, doors, gates });

  // Shows another's save at once while nothing has been typed.
  const showsOld = newer !== null && !isDirty && !save.isPending;
  useEffect(() => {
    if (!showsOld || newer === null) return;
    form.reset(formOf(newer));
    adopt(newer);
  }, [showsOld, newer, form, adopt]);

  async function submit(values: EndUserForm): Promise<void> {
    if (running.current) return;
    running.current = true;
    try {
      const reply = await save.mutateAsync({
        payload: toEndUserPayload(values),
        stored: base && { id: base.id, seenAt: base.updated_at },
      });
      finish(reply, fullName(values));
    } catch (error) {
      refuse(error, values.pin_value);
    }
    running.current = false;
  }

  function finish(reply: SaveEndUserReply, name: string): void {
    const done = base ? personDialogTexts.updated : personDialogTexts.made;
    if (reply.pending.some(takesAway))
      awaitConfirmation({
        done: `${done}.`,
        pending: reply.pending,
        name,
        onConfirmed: () => void client.invalidateQueries({ queryKey: ["end-users"] }),
      });
    else {
      const waiting = waitingWords(reply.pending);
      toastSuccess(waiting ? `${done}. ${waiting}` : done);
    }
    onSaved(reply.end_user_id);
    if (reply.generated_pin === undefined) onClose();
    else setMadePin({ id: reply.end_user_id, pin: reply.generated_pin, limitedBy: reply.limited_by, name });
  }

  function refuse(error: unknown, pin: string): void {
    if (error instanceof FunctionError && error.code === "changed_by_other") return stored.refresh();
    const field = error instanceof FunctionError ? fieldOfRefusal(error.field) : undefined;
    // A PIN typed during the save is another one, which this refusal does not concern.
    const isStale = field === "pin_value" && form.getValues("pin_value") !== pin;
    if (error instanceof FunctionError && field && !isStale) {
      form.setError(field, { type: "server", message: error.message }, { shouldFocus: true });
      return;
    }
    const isWorded = error instanceof BackendError && error.code !== "unexpected";
    const message = isWorded ? error.message : personDialogTexts.unknownError;
    toastError(base ? personDialogTexts.updateFailed(message) : personDialogTexts.createFailed(message));
  }

  if (madePin) return <GeneratedPinDialog {...madePin} onClose={onClose} />;
  const emptyText = organizationId === "" ? personDialogTexts.chooseOrganizationFirst : undefined;
  const blocks = {
    form,
    now,
    accessFailed: access.isError && !access.data,
    onRetryAccess: () => void access.refetch(),
  };
  return (
    <Dialog
      isOpen
      onClose={() => {
        if (!save.isPending) onClose();
      }}
      size="user"
      maxHeight={90}
      dirty={isDirty && !save.isPending}
      title={base ? peopleTexts.edit : peopleTexts.add}
      subtitle={base && [fullName(base), base.organizations?.name].filter(Boolean).join(" · ")}
      footer={(close) => (
        <DialogFoot
          note={footNote({ busy: save.isPending, isDirty, writesTo })}
          warning={
            pin &&
            controllersNow && (
              <OldRightsNote form={form} stored={pin} groups={doors} controllers={controllersNow} now={now} />
            )
          }
        >
          <Button onPress={close} isDisabled={save.isPending}>
            {words.cancel}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={save.isPending}
            busyLabel={words.saving}
            isDisabled={organizationId === ""}
          >
            {words.save}
          </Button>
        </DialogFoot>
      )}
    >
      <Form form={form} id={formId} onSubmit={submit} labels={summaryLabels} toastInvalid>
        {base && newer && isDirty && !save.isPending && (
          <ConflictNote
            before={base}
            after={newer}
            onReload={() => {
              form.reset(formOf(newer));
              adopt(newer);
            }}
            onKeep={() => adopt(newer)}
          />
        )}
        {base && <CredentialAnswers person={newer ?? base} />}
        {chooses && base && <LockedOrganization name={base.organizations?.name ?? ""} />}
        {chooses && !base && (
          <FormField control={control} name="organization_id">
            {(field) => (
              <OrganizationField
                {...field}
                onChange={(id) => {
                  field.onChange(id);
                  form.setValue("pin_access_points", []);
                  form.setValue("vehicle_controllers", []);
                }}
              />
            )}
          </FormField>
        )}
        <div className="grid gap-x-3.5 gap-y-4 sm:grid-cols-2">
          <FormField control={control} name="first_name">
            {(field) => (
              <TextField
                {...field}
                label={personDialogTexts.firstName}
                autoComplete="off"
                autoFocus={!chooses || !!base}
              />
            )}
          </FormField>
          <FormField control={control} name="last_name">
            {(field) => <TextField {...field} label={personDialogTexts.lastName} autoComplete="off" />}
          </FormField>
          <FormField control={control} name="email">
            {(field) => (
              <TextField
                {...field}
                label={personDialogTexts.email}
                optional
                type="email"
                autoComplete="off"
                hint={personDialogTexts.emailHint}
                className="sm:col-span-2"
              />
            )}
          </FormField>
        </div>
        <NoAccessNote organizationId={organizationId} places={doors && gates && doors.length + gates.length} />
        {errors.enable_pin && (
          <p role="alert" className="flex items-start gap-1.5 text-small text-fail-ink">
            <CircleAlert aria-hidden size={16} className="mt-px shrink-0 text-fail" />
            {errors.enable_pin.message}
          </p>
        )}
        <PinBlock
          key={`pin ${organizationId}`}
          {...blocks}
          stored={pin}
          groups={emptyText ? [] : doors}
          emptyText={emptyText ?? personDialogTexts.noDoors}
        />
        <VehicleBlock
          key={`vehicle ${organizationId}`}
          {...blocks}
          stored={vehicle}
          groups={emptyText ? [] : gates}
          emptyText={emptyText ?? personDialogTexts.noGates}
        />
        {base && <RecentAttempts person={base} />}
        {base && <RemovalHistory person={base} />}
        {base && <PersonalData person={base} onErased={onClose} />}
      </Form>
    </Dialog>
  );
}

function footNote(state: { busy: boolean; isDirty: boolean; writesTo: number }): string | undefined {
  if (state.busy) return state.writesTo > 0 ? personDialogTexts.writing(state.writesTo) : words.saving;
  return state.isDirty ? words.unsavedChanges : undefined;
}
