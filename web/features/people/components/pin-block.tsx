import { Handshake } from "lucide-react";
import { useState } from "react";
import { useFormState, useWatch } from "react-hook-form";
import type { EndUserForm } from "#contract/forms/end-user.ts";
import { PIN_MAX_DIGITS } from "#contract/limits.ts";
import { Button } from "#web/ui/button.tsx";
import type { CheckboxListGroup } from "#web/ui/choices/checkbox-list.tsx";
import { PinField } from "#web/ui/credentials/pin-field.tsx";
import { FormField, type PortalForm } from "#web/ui/forms/form.tsx";
import { Note } from "#web/ui/note.tsx";
import { endToasts, toastFailure } from "#web/ui/toasts/toast.tsx";
import { suggestPin } from "../api/pins.ts";
import { HandOverPin } from "../lazy-hand-over-pin.ts";
import { doorIds, type Person, type PersonCredential } from "../person.ts";
import { shortPinWords } from "../short-pin.ts";
import { handoverTexts } from "../texts/handover.sv.ts";
import { peopleTexts } from "../texts/people.sv.ts";
import { personDialogTexts } from "../texts/person-dialog.sv.ts";
import { useTypedPin } from "../use-typed-pin.ts";
import { AccessList } from "./access-list.tsx";
import { Block } from "./credential-block.tsx";
import { ValiditySelect } from "./validity-select.tsx";

export interface CredentialBlockProps {
  form: PortalForm<EndUserForm, EndUserForm>;
  /** The credential that a save changes or removes; undefined when there is none yet. */
  stored: PersonCredential | undefined;
  groups: readonly CheckboxListGroup[] | undefined;
  accessFailed: boolean;
  onRetryAccess: () => void;
  emptyText: string;
  now: Date;
}

export interface PinBlockProps extends CredentialBlockProps {
  /** The stored person, whose PIN can be handed over. */
  person: Person | null;
  /** Called with a PIN that the portal proposed. */
  onProposed: (pin: string) => void;
}

const FIELDS = ["pin_value", "pin_validity", "pin_end_date", "pin_access_points"] as const;

export function PinBlock(props: PinBlockProps) {
  const { form, person, stored, groups, accessFailed, onRetryAccess, emptyText, now, onProposed } = props;
  const { control } = form;
  const { hint, refusal, generate } = usePinField({ form, stored, groups, onProposed });
  return (
    <FormField control={control} name="enable_pin">
      {(head) => (
        <Block
          title={stored ? personDialogTexts.storedPin : personDialogTexts.enablePin}
          field={head}
          onToggle={(on) => {
            head.onChange(on);
            form.clearErrors(["enable_pin", ...FIELDS]);
          }}
          whenOff={stored && <Note tone="remove">{personDialogTexts.pinGoes(doorIds(stored).length)}</Note>}
        >
          <div className="grid gap-x-3.5 gap-y-4 sm:grid-cols-2">
            <FormField control={control} name="pin_value">
              {(field) => (
                <PinField
                  {...field}
                  label={personDialogTexts.pinField}
                  labelNote={personDialogTexts.pinDigits}
                  placeholder={stored?.credential_value}
                  errorMessage={refusal ?? field.errorMessage}
                  hint={hint}
                  onGenerate={() => void generate()}
                />
              )}
            </FormField>
            <ValiditySelect form={form} kind="pin" stored={stored} now={now} />
          </div>
          {person && stored && <HandOverButton person={person} credential={stored} />}
          <FormField control={control} name="pin_access_points">
            {(field) => (
              <AccessList
                label={personDialogTexts.doorsLabel}
                field={field}
                groups={groups}
                failed={accessFailed}
                onRetry={onRetryAccess}
                countWords={peopleTexts.doors}
                keptWords={personDialogTexts.keptDoors}
                searchLabel={personDialogTexts.doorSearch}
                emptyText={emptyText}
                onChoose={() => form.clearErrors("pin_access_points")}
              />
            )}
          </FormField>
        </Block>
      )}
    </FormField>
  );
}

/** Hands over the stored PIN, not one that is typed and not yet saved. */
function HandOverButton({ person, credential }: { person: Person; credential: PersonCredential }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Button size="sm" icon={Handshake} onPress={() => setOpen(true)} onHoverStart={HandOverPin.prefetch}>
        {handoverTexts.open}
      </Button>
      {isOpen && <HandOverPin person={person} credential={credential} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** Proposes a PIN, and says whether the typed one is free. */
function usePinField(props: Pick<PinBlockProps, "form" | "stored" | "groups" | "onProposed">) {
  const { form, stored, groups, onProposed } = props;
  const { control } = form;
  const [pin, chosen, organizationId] = useWatch({
    control,
    name: ["pin_value", "pin_access_points", "organization_id"],
  });
  const [proposed, setProposed] = useState<{
    pin: string;
    limitedBy: readonly string[];
    doors: readonly string[];
  } | null>(null);

  async function generate(): Promise<void> {
    endToasts("pin:suggest");
    const offered = (groups ?? []).flatMap((group) => group.items.map((item) => item.id));
    const doors = chosen.length > 0 ? chosen : offered;
    const before = form.getValues("pin_value");
    try {
      const free = await suggestPin(doors);
      // A code that was typed meanwhile stays.
      if (form.getValues("pin_value") !== before) return;
      form.setValue("pin_value", free.pin, { shouldDirty: true, shouldValidate: true });
      onProposed(free.pin);
      setProposed({ pin: free.pin, limitedBy: free.limited_by, doors });
    } catch (error) {
      toastFailure("pin:suggest", error);
    }
  }

  const isFree = proposed !== null && proposed.pin === pin && chosen.every((id) => proposed.doors.includes(id));
  const { isSubmitting: isSaving } = useFormState({ control });
  const typed = useTypedPin({ pin, organizationId, doors: chosen, storedId: stored?.id, isProposed: isFree, isSaving });
  const hint = pinHint({
    proposed: isFree ? pin.length : null,
    limitedBy: proposed?.limitedBy ?? [],
    isFree: typed.isFree,
    anyChosen: chosen.length > 0,
    isStored: stored !== undefined,
  });
  return { hint, refusal: typed.refusal, generate };
}

interface PinState {
  /** Digits of the portal's proposal; null for a typed PIN. */
  proposed: number | null;
  /** Doors whose readers limit the PIN to its length. */
  limitedBy: readonly string[];
  isFree: boolean;
  anyChosen: boolean;
  isStored: boolean;
}

function pinHint(state: PinState): string {
  if (state.proposed !== null) {
    const why =
      state.proposed === PIN_MAX_DIGITS ? personDialogTexts.pinLongest : shortPinWords(state.proposed, state.limitedBy);
    return `${state.anyChosen ? personDialogTexts.pinFreeOnChosen : personDialogTexts.pinFree}. ${why}`;
  }
  if (state.isFree) return personDialogTexts.pinFreeOnChosen;
  return state.isStored ? personDialogTexts.pinHintEdit : personDialogTexts.pinHintNew;
}
