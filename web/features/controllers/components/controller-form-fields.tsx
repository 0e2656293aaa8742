import { useWatch } from "react-hook-form";
import { DEFAULT_PORT, DEVICE_TRAITS, DEVICE_TYPES, type DeviceType } from "#contract/devices.ts";
import { passwordUse, type RelayRequest, storedRelayRequest } from "#contract/relay.ts";
import type { ControllerRow } from "#contract/tables/controllers.ts";
import { words } from "#web/texts/words.sv.ts";
import { Select } from "#web/ui/choices/select.tsx";
import { Switch } from "#web/ui/choices/switch.tsx";
import { PasswordField } from "#web/ui/fields/password-field.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { FormField } from "#web/ui/forms/form.tsx";
import { type ControllerInput, type ControllerPortalForm, isMoved, needsOf } from "../controller-form-rules.ts";
import { controllerDialogTexts } from "../texts/controller-dialog.sv.ts";
import { controllersTexts as t } from "../texts/controllers.sv.ts";
import { relayTexts } from "../texts/relay.sv.ts";

interface FieldsProps {
  form: ControllerPortalForm;
  saved: ControllerRow | null;
}

const TYPES = DEVICE_TYPES.map((id) => ({ id, label: t.types[id] }));

export function TypeAndNameFields({ form, saved, isPortTyped }: FieldsProps & { isPortTyped: boolean }) {
  const { control } = form;
  /** Updates the port with the device type until somebody types one. */
  function follow(next: DeviceType): void {
    if (saved === null && !isPortTyped)
      form.setValue("device_port", String(DEFAULT_PORT[next]), { shouldDirty: true, shouldValidate: false });
  }
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormField control={control} name="device_type">
        {(field) => (
          <Select
            {...field}
            label={controllerDialogTexts.deviceType}
            options={TYPES}
            isDisabled={saved !== null}
            autoFocus={saved === null}
            hint={saved ? controllerDialogTexts.deviceTypeLocked : undefined}
            onChange={(next: DeviceType) => {
              field.onChange(next);
              follow(next);
            }}
          />
        )}
      </FormField>
      <FormField control={control} name="name">
        {(field) => (
          <TextField {...field} label={controllerDialogTexts.name} autoFocus={saved !== null} autoComplete="off" />
        )}
      </FormField>
    </div>
  );
}

interface AddressFieldsProps extends FieldsProps {
  isPortTyped: boolean;
  onPortTyped: () => void;
}

export function AddressFields({ form, saved, isPortTyped, onPortTyped }: AddressFieldsProps) {
  const { control } = form;
  return (
    <div className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <FormField control={control} name="device_ip">
        {(field) => (
          <TextField
            {...field}
            label={controllerDialogTexts.address}
            mono
            hint={controllerDialogTexts.addressHint}
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </FormField>
      <FormField control={control} name="device_port">
        {(field) => (
          <TextField
            {...field}
            label={controllerDialogTexts.port}
            mono
            inputMode="numeric"
            hint={saved === null && !isPortTyped ? controllerDialogTexts.portTried : undefined}
            autoComplete="off"
            onChange={(text) => {
              onPortTyped();
              field.onChange(text);
            }}
          />
        )}
      </FormField>
    </div>
  );
}

/** Shows user name and password; a relay may need both, one or none. */
export function SignInFields({ form, saved }: FieldsProps) {
  const { control } = form;
  const [type, address, port, relay] = useWatch({
    control,
    name: ["device_type", "device_ip", "device_port", "relay_request"],
  });
  const needs =
    relay === undefined ? { username: true, password: true } : needsOf({ device_type: type, relay_request: relay });
  const isToken = DEVICE_TRAITS[type].opensBy === "request" && relay?.sign_in === "bearer";
  const isSentOtherwise = saved !== null && sendsOtherwise(relay, form.formState.defaultValues?.relay_request);
  if (!needs.username && !needs.password) return <p className="text-meta text-ink-2">{relayTexts.noAccount}</p>;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {needs.username && (
        <FormField control={control} name="username">
          {(field) => (
            <TextField {...field} label={controllerDialogTexts.username} autoComplete="off" spellCheck={false} />
          )}
        </FormField>
      )}
      {needs.password && (
        <FormField control={control} name="password">
          {(field) => (
            <PasswordField
              {...field}
              label={isToken ? relayTexts.token : controllerDialogTexts.password}
              autoComplete="new-password"
              hint={isSentOtherwise ? undefined : passwordHint(saved, { device_ip: address, device_port: port })}
            />
          )}
        </FormField>
      )}
    </div>
  );
}

export function EnabledField({ form, type }: { form: ControllerPortalForm; type: DeviceType }) {
  return (
    <FormField control={form.control} name="enabled">
      {({ value, onChange, onBlur, name }) => (
        <div className="flex flex-col items-start gap-0.5">
          <Switch label={controllerDialogTexts.enabled} name={name} value={value} onChange={onChange} onBlur={onBlur}>
            {value ? words.enabled : words.disabled}
          </Switch>
          <p className="text-meta text-ink-2">{enabledHelp(type, value)}</p>
        </div>
      )}
    </FormField>
  );
}

/** Tells whether the request would send the stored password in another way than saved. */
function sendsOtherwise(request: RelayRequest | undefined, stored: unknown): boolean {
  const before = storedRelayRequest.parse(stored ?? null);
  return request !== undefined && before !== null && passwordUse(request) !== passwordUse(before);
}

function passwordHint(saved: ControllerRow | null, typed: Pick<ControllerInput, "device_ip" | "device_port">) {
  if (saved === null) return undefined;
  return isMoved(typed, saved) ? controllerDialogTexts.passwordAgain : controllerDialogTexts.passwordKept;
}

function enabledHelp(type: DeviceType, enabled: boolean): string {
  if (DEVICE_TRAITS[type].kind === "gate") return controllerDialogTexts.enabledHelpGate;
  return enabled
    ? controllerDialogTexts.enabledHelpAxis
    : `${controllerDialogTexts.enabledHelpAxis} ${controllerDialogTexts.pausedHelp}`;
}
