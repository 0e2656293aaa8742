import { formatPlate } from "#contract/format-plate.ts";
import { PlateInput } from "#web/ui/credentials/plate-input.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { FormField } from "#web/ui/forms/form.tsx";
import { Note } from "#web/ui/note.tsx";
import { gateIds } from "../person.ts";
import { peopleTexts } from "../texts/people.sv.ts";
import { personDialogTexts } from "../texts/person-dialog.sv.ts";
import { AccessList } from "./access-list.tsx";
import { Block } from "./credential-block.tsx";
import type { CredentialBlockProps } from "./pin-block.tsx";
import { ValiditySelect } from "./validity-select.tsx";

const FIELDS = [
  "vehicle_plate",
  "vehicle_type",
  "vehicle_validity",
  "vehicle_end_date",
  "vehicle_controllers",
] as const;

export function VehicleBlock(props: CredentialBlockProps) {
  const { form, stored, groups, accessFailed, onRetryAccess, emptyText, now } = props;
  const { control } = form;
  return (
    <FormField control={control} name="enable_vehicle">
      {(head) => (
        <Block
          title={stored ? personDialogTexts.storedVehicle : personDialogTexts.enableVehicle}
          field={head}
          onToggle={(on) => {
            head.onChange(on);
            form.clearErrors(["enable_pin", ...FIELDS]);
          }}
          whenOff={
            stored && (
              <Note tone="remove">
                {personDialogTexts.vehicleGoes(formatPlate(stored.credential_value), gateIds(stored).length)}
              </Note>
            )
          }
        >
          <div className="grid gap-x-3.5 gap-y-4 sm:grid-cols-3">
            <FormField control={control} name="vehicle_plate">
              {(field) => <PlateInput {...field} label={personDialogTexts.plate} />}
            </FormField>
            <FormField control={control} name="vehicle_type">
              {(field) => (
                <TextField
                  {...field}
                  label={personDialogTexts.vehicleType}
                  hint={personDialogTexts.vehicleTypeHint}
                  autoComplete="off"
                />
              )}
            </FormField>
            <ValiditySelect form={form} kind="vehicle" stored={stored} now={now} />
          </div>
          <FormField control={control} name="vehicle_controllers">
            {(field) => (
              <AccessList
                label={personDialogTexts.gatesLabel}
                field={field}
                groups={groups}
                failed={accessFailed}
                onRetry={onRetryAccess}
                countWords={peopleTexts.gatesCounted}
                keptWords={personDialogTexts.keptGates}
                searchLabel={personDialogTexts.gateSearch}
                emptyText={emptyText}
                onChoose={() => form.clearErrors("vehicle_controllers")}
              />
            )}
          </FormField>
        </Block>
      )}
    </FormField>
  );
}
