import { accessPointsTexts as t } from "#web/features/controllers/texts/access-points.sv.ts";
import { words } from "#web/texts/words.sv.ts";
import { Switch } from "#web/ui/choices/switch.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { FormField } from "#web/ui/forms/form.tsx";
import { doorTitle } from "../access-point-rules.ts";
import { useDoorEdit } from "./door-edit.ts";

const LABELS = { door_name: t.doorName, name: t.technicalName, description: t.description };

export interface DoorTextFieldProps {
  name: keyof typeof LABELS;
  inCell?: boolean | undefined;
  autoFocus?: boolean | undefined;
}

export function DoorTextField({ name, inCell, autoFocus }: DoorTextFieldProps) {
  const { form } = useDoorEdit();
  return (
    <FormField control={form.control} name={name}>
      {(field) => (
        <TextField
          {...field}
          label={LABELS[name]}
          optional={name !== "name"}
          mono={name === "name"}
          autoComplete="off"
          autoFocus={autoFocus}
          className={inCell ? "min-w-32 [&_input]:w-0 [&>div:first-child]:sr-only" : undefined}
        />
      )}
    </FormField>
  );
}

export function DoorEnabledField({ inCell }: { inCell?: boolean | undefined }) {
  const { form, editing } = useDoorEdit();
  return (
    <FormField control={form.control} name="enabled">
      {({ name, value, onChange, onBlur }) => (
        <Switch
          label={t.enabledLabel(editing ? doorTitle(editing) : "")}
          name={name}
          value={value}
          onChange={onChange}
          onBlur={onBlur}
        >
          {inCell ? undefined : value ? words.enabled : words.disabled}
        </Switch>
      )}
    </FormField>
  );
}
