import { useQueryClient } from "@tanstack/react-query";
import { useLayoutEffect, useRef, useState } from "react";
import { useFormState } from "react-hook-form";
import { accessSeen } from "#contract/access-seen.ts";
import { type EndUserForm, endUserForm, toEndUserPayload } from "#contract/forms/end-user.ts";
import type { SavedEndUser } from "#contract/functions/end-user-manager.ts";
import { personFields } from "#contract/person-fields.ts";
import { BackendError, FunctionError } from "#web/lib/calls/errors.ts";
import { takesAway, waitingWords } from "#web/lib/people/removal-words.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { type PortalForm, usePortalForm } from "#web/ui/forms/form.tsx";
import { SEVERAL, usePreview } from "#web/ui/preview/use-preview.tsx";
import { awaitConfirmation } from "#web/ui/toasts/await-confirmation.ts";
import { toastFailure, toastSuccess } from "#web/ui/toasts/toast.tsx";
import { useSaveEndUser } from "./api/save-end-user.ts";
import { credentialsOf, fullName, groupIdsOf, type Person } from "./person.ts";
import { emptyForm, fieldOfRefusal, formOf } from "./person-form-values.ts";
import { personDialogTexts } from "./texts/person-dialog.sv.ts";
import { useOnlyOrganization } from "./use-only-organization.ts";
import { type StoredPerson, useStoredPerson } from "./use-stored-person.ts";
import { endDateOf } from "./validity-hint.ts";

export interface PersonFormOptions {
  person: Person | null;
  /** Chosen from the start for a new person; null lets a system admin choose. */
  organizationId?: string | null | undefined;
  onClose: () => void;
  /** Called when the person is stored; the dialog may still show a generated PIN. */
  onSaved: (id: string) => void;
}

export interface GeneratedPin {
  id: string;
  pin: string;
  /** Doors whose readers limit the PIN to its length. */
  limitedBy: readonly string[];
  name: string;
}

/** Tells whether a field of the form is more than a text about the person. */
const isAccess = (field: string): boolean =>
  !Object.hasOwn(personFields, field) && field !== "first_name" && field !== "last_name";

/** Holds the values of one person, saves them, and shows a refusal at its field. */
export function usePersonForm({ person, organizationId, onClose, onSaved }: PersonFormOptions) {
  const { organizationId: ownOrganization } = useSignedIn();
  const [now] = useState(() => new Date());
  const [generated, setGenerated] = useState<GeneratedPin | null>(null);
  /** A PIN that the portal proposed. The person who saves it did not choose it, and needs to see it to hand it over. */
  const [proposed, setProposed] = useState<string>();
  const { base, newer, adopt, refresh } = useStoredPerson(person);
  const pin = base ? credentialsOf(base, "pin")[0] : undefined;
  const vehicle = base ? credentialsOf(base, "license_plate")[0] : undefined;
  const [defaults] = useState(() => emptyForm(ownOrganization ?? organizationId ?? ""));
  const form = usePortalForm<EndUserForm, EndUserForm>(
    endUserForm({ now, stored: { pin: endDateOf(pin), vehicle: endDateOf(vehicle) } }),
    person ? formOf(person) : defaults,
  );
  const isChosen = person !== null || defaults.organization_id !== "";
  const empty = useOnlyOrganization(form, { defaults, isChosen });
  const save = useSaveEndUser();
  const reportSaved = useSavedReport();
  const running = useRef(false);
  const { isDirty, dirtyFields, isSubmitting } = useFormState({ control: form.control });
  const preview = usePreview();

  const showNewer = useNewerShown(form, { newer, adopt, isBusy: isDirty || isSubmitting });

  const isProposed = (values: EndUserForm) => values.enable_pin && values.pin_value === proposed;

  async function submit(values: EndUserForm): Promise<void> {
    if (running.current) return;
    running.current = true;
    try {
      const payload = toEndUserPayload(values, base ? groupIdsOf(base) : []);
      const stored = base && { id: base.id, seen_at: base.updated_at, seen_access: accessSeen(base) };
      if (stored && Object.keys(dirtyFields).some(isAccess)) {
        const body = { action: "UPDATE" as const, ...stored, payload };
        if (!(await preview.confirmed({ call: "end-user-manager", body }, SEVERAL))) {
          running.current = false;
          return;
        }
      }
      const reply = await save.mutateAsync({ payload, stored });
      const name = fullName(values);
      reportSaved(reply, { name, done: base ? personDialogTexts.updated : personDialogTexts.made });
      onSaved(reply.end_user_id);
      const { generated_pin: newPin = isProposed(values) ? proposed : undefined, limited_by: limitedBy } = reply;
      if (newPin === undefined) onClose();
      else setGenerated({ id: reply.end_user_id, pin: newPin, limitedBy, name });
    } catch (error) {
      const failed = base ? personDialogTexts.updateFailed : personDialogTexts.createFailed;
      if (error instanceof FunctionError && error.code === "changed_by_other") refresh();
      else refuse(form, error, { typedPin: values.pin_value, failed });
    }
    running.current = false;
  }

  return {
    form,
    now,
    /** A new person's default values. */
    empty,
    base,
    stored: { pin, vehicle },
    isDirty,
    isSaving: save.isPending,
    submit,
    /** A newer save by somebody else that the form does not show yet. */
    newer,
    showNewer,
    keepOwn: () => newer && adopt(newer),
    generated,
    setProposed,
    panel: preview.panel,
  };
}
export type PersonForm = ReturnType<typeof usePersonForm>;

/** Reports what was saved, and which device has not written it yet. */
function useSavedReport() {
  const client = useQueryClient();
  return ({ pending }: Pick<SavedEndUser, "pending">, { name, done }: { name: string; done: string }): void => {
    if (pending.some(takesAway)) {
      const onConfirmed = () => void client.invalidateQueries({ queryKey: ["end-users"] });
      awaitConfirmation({ act: "person:save", done: `${done}.`, pending, name, onConfirmed });
      return;
    }
    const waiting = waitingWords(pending);
    toastSuccess("person:save", waiting ? `${done}. ${waiting}` : done);
  };
}

interface Newer extends Pick<StoredPerson, "newer" | "adopt"> {
  isBusy: boolean;
}

/** Shows somebody else's save at once while nothing has been typed. Otherwise the returned function shows it. */
function useNewerShown(form: PortalForm<EndUserForm, EndUserForm>, { newer, adopt, isBusy }: Newer): () => void {
  const showsOld = newer !== null && !isBusy;
  useLayoutEffect(() => {
    if (!showsOld || newer === null) return;
    form.reset(formOf(newer));
    adopt(newer);
  }, [showsOld, newer, form, adopt]);
  return () => {
    if (newer === null) return;
    form.reset(formOf(newer));
    adopt(newer);
  };
}

interface RefusalContext {
  /** The PIN that was sent. */
  typedPin: string;
  failed: (message: string) => string;
}

/** Shows a refusal at its field, or as a toast where it has none. */
function refuse(
  form: PortalForm<EndUserForm, EndUserForm>,
  error: unknown,
  { typedPin, failed }: RefusalContext,
): void {
  const field = error instanceof FunctionError ? fieldOfRefusal(error.field) : undefined;
  // If another PIN was typed during the save, this refusal does not concern it.
  const isStale = field === "pin_value" && form.getValues("pin_value") !== typedPin;
  if (error instanceof FunctionError && field && !isStale) {
    form.setError(field, { type: "server", message: error.message }, { shouldFocus: true });
    return;
  }
  toastFailure("person:save", error, {
    words: (reason) =>
      failed(
        reason instanceof BackendError && reason.code !== "unexpected"
          ? reason.message
          : personDialogTexts.unknownError,
      ),
  });
}
