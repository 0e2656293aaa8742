import { CircleAlert } from "lucide-react";
import { useId } from "react";
import { type FieldPath, useFormState } from "react-hook-form";
import type { EndUserForm } from "#contract/forms/end-user.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialogs/dialog.tsx";
import { Form } from "#web/ui/forms/form.tsx";
import { type FormPart, FormParts } from "#web/ui/forms/form-parts.tsx";
import { useSkeletonTime } from "#web/ui/skeleton.tsx";
import { RecentAttempts } from "../lazy-recent-attempts.ts";
import { fullName } from "../person.ts";
import { summaryLabels } from "../person-form-values.ts";
import { peopleTexts } from "../texts/people.sv.ts";
import { personDialogTexts } from "../texts/person-dialog.sv.ts";
import { useOfferedAccess } from "../use-offered-access.ts";
import { type PersonForm, type PersonFormOptions, usePersonForm } from "../use-person-form.ts";
import { ConflictNote } from "./conflict-note.tsx";
import { CredentialAnswers } from "./credential-answers.tsx";
import { GeneratedPinDialog } from "./generated-pin-dialog.tsx";
import { GroupsField } from "./groups-field.tsx";
import { NoAccessNote } from "./no-access-note.tsx";
import { OldRightsNote } from "./old-rights-note.tsx";
import { FOLDED, MoreFields, PersonFields, SHOWN } from "./person-fields.tsx";
import { PersonalData } from "./personal-data.tsx";
import { PinBlock } from "./pin-block.tsx";
import { RemovalHistory } from "./removal-history.tsx";
import { VehicleBlock } from "./vehicle-block.tsx";

type OfferedAccess = ReturnType<typeof useOfferedAccess>;

export function PersonDialog(options: PersonFormOptions) {
  const { onClose } = options;
  const person = usePersonForm(options);
  const offered = useOfferedAccess(person);
  const formId = useId();
  const { form, base, newer, isDirty, isSaving } = person;
  if (person.generated) return <GeneratedPinDialog {...person.generated} onClose={onClose} />;
  return (
    <Dialog
      isOpen
      onClose={() => {
        if (!isSaving) onClose();
      }}
      size="user"
      maxHeight={90}
      dirty={isDirty && !isSaving}
      title={base ? peopleTexts.edit : peopleTexts.add}
      subtitle={base && [fullName(base), base.organizations?.name].filter(Boolean).join(" · ")}
      footer={(close) => <Foot {...{ person, offered, formId, close }} />}
    >
      <Form form={form} id={formId} onSubmit={person.submit} labels={summaryLabels} toastInvalid>
        {base && newer && isDirty && !isSaving && (
          <ConflictNote before={base} after={newer} onReload={person.showNewer} onKeep={person.keepOwn} />
        )}
        {base && <CredentialAnswers person={newer ?? base} />}
        {base && <RecentAttempts person={base} />}
        <FormParts label={personDialogTexts.parts} control={form.control} parts={partsOf(person, offered, onClose)} />
      </Form>
      {person.panel}
    </Dialog>
  );
}

const NAMES = ["organization_id", "first_name", "last_name", ...SHOWN] as const;
const ACCESS = (Object.keys(summaryLabels) as FieldPath<EndUserForm>[]).filter(
  (field) => ![...NAMES, ...FOLDED].some((other) => other === field),
);

/** Returns the parts under the answers, which stand above them: a refusal at a door is what the person was opened for. */
function partsOf(person: PersonForm, offered: OfferedAccess, onErased: () => void): FormPart<EndUserForm>[] {
  const { form, base } = person;
  return [
    {
      id: "name",
      title: personDialogTexts.namePart,
      fields: NAMES,
      content: <PersonFields form={form} base={base} />,
    },
    {
      id: "access",
      title: personDialogTexts.accessPart,
      fields: ACCESS,
      content: <Credentials person={person} offered={offered} />,
    },
    {
      id: "more",
      title: personDialogTexts.morePart,
      fields: FOLDED,
      content: (
        <>
          <MoreFields form={form} />
          {base && <RemovalHistory person={base} />}
          {base && <PersonalData person={base} onErased={onErased} />}
        </>
      ),
    },
  ];
}

interface PartProps {
  person: PersonForm;
  offered: OfferedAccess;
}

function Credentials({ person: { form, now, base, stored, setProposed }, offered }: PartProps) {
  const { organizationId, doors, gates } = offered;
  const { errors } = useFormState({ control: form.control });
  const emptyText = organizationId === "" ? personDialogTexts.chooseOrganizationFirst : undefined;
  const common = { form, now, accessFailed: offered.failed, onRetryAccess: offered.retry };
  return (
    <>
      <NoAccessNote organizationId={organizationId} places={doors && gates && doors.length + gates.length} />
      {errors.enable_pin && (
        <p role="alert" className="flex items-start gap-1.5 text-small text-fail-ink">
          <CircleAlert aria-hidden size={16} className="mt-px shrink-0 text-fail" />
          {errors.enable_pin.message}
        </p>
      )}
      <GroupsField key={`groups ${organizationId}`} form={form} organizationId={organizationId} />
      <PinBlock
        key={`pin ${organizationId}`}
        {...common}
        person={base}
        onProposed={setProposed}
        stored={stored.pin}
        groups={emptyText ? [] : doors}
        emptyText={emptyText ?? personDialogTexts.noDoors}
      />
      <VehicleBlock
        key={`vehicle ${organizationId}`}
        {...common}
        stored={stored.vehicle}
        groups={emptyText ? [] : gates}
        emptyText={emptyText ?? personDialogTexts.noGates}
      />
    </>
  );
}

function Foot({ person, offered, formId, close }: PartProps & { formId: string; close: () => void }) {
  const { form, now, stored, isDirty, isSaving } = person;
  const { organizationId, doors, controllersNow, isAwaited, writesTo } = offered;
  const isReading = useSkeletonTime(isAwaited && organizationId !== "");
  return (
    <DialogFoot
      note={footNote({ isSaving, isDirty, writesTo, isReading })}
      warning={
        stored.pin &&
        controllersNow && (
          <OldRightsNote form={form} stored={stored.pin} groups={doors} controllers={controllersNow} now={now} />
        )
      }
    >
      <Button onPress={close} isDisabled={isSaving}>
        {words.cancel}
      </Button>
      <Button
        type="submit"
        form={formId}
        variant="primary"
        busy={isSaving}
        busyLabel={words.saving}
        isDisabled={isAwaited}
      >
        {words.save}
      </Button>
    </DialogFoot>
  );
}

function footNote(state: {
  isSaving: boolean;
  isDirty: boolean;
  isReading: boolean;
  writesTo: number;
}): string | undefined {
  if (state.isReading) return personDialogTexts.readingAccess;
  if (state.isSaving) return state.writesTo > 0 ? personDialogTexts.writing(state.writesTo) : words.saving;
  return state.isDirty ? words.unsavedChanges : undefined;
}
