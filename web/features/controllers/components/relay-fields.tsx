// Fields for how a relay opens the gate. A preset fills the fields; their contents are saved.

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import { DEFAULT_PORT, REQUESTED_GATE_TYPE } from "#contract/devices.ts";
import { RELAY_PRESETS, type RelayPreset, type RelayRequest, usesPlaceholder } from "#contract/relay.ts";
import { RELAY_PORTS, RELAY_USERS, relayPreset } from "#contract/relay-presets.ts";
import type { ControllerRow } from "#contract/tables/controllers.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { Select } from "#web/ui/choices/select.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { FormField } from "#web/ui/forms/form.tsx";
import { RetryNote } from "#web/ui/note.tsx";
import { Disclosure } from "#web/ui/page/disclosure.tsx";
import { SkeletonBar } from "#web/ui/skeleton.tsx";
import { getRelayRequestQueryOptions } from "../api/relay-request.ts";
import type { ControllerPortalForm } from "../controller-form-rules.ts";
import { relayCall } from "../relay-form.ts";
import { controllerDialogTexts } from "../texts/controller-dialog.sv.ts";
import { relayTexts as t } from "../texts/relay.sv.ts";
import { SetUpSection } from "./gate-sections.tsx";
import { MacroTest } from "./macro-test.tsx";
import { RelayDetails } from "./relay-details.tsx";
import { SavedValues } from "./saved-values.tsx";
import { SenderValues } from "./sender-values.tsx";

export interface RelayFieldsProps {
  form: ControllerPortalForm;
  saved: ControllerRow | null;
  isPortTyped: boolean;
}

const PULSES = [0.5, 1, 2, 3, 5, 10];

/** Shows the request that opens the gate. */
export function RelayOpening({ form, saved, isPortTyped }: RelayFieldsProps) {
  const stored = useQuery({ ...getRelayRequestQueryOptions(saved?.id ?? ""), enabled: saved !== null });
  const request = useWatch({ control: form.control, name: "relay_request" });
  useEffect(() => {
    if (stored.data && form.getValues("relay_request") === undefined)
      form.resetField("relay_request", { defaultValue: stored.data });
  }, [form, stored.data]);

  function choose(preset: RelayPreset): void {
    form.setValue("relay_request", relayPreset(preset), {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    });
    const user = RELAY_USERS[preset];
    if (user !== undefined) form.setValue("username", user, { shouldDirty: true });
    if (saved === null && !isPortTyped)
      form.setValue("device_port", String(RELAY_PORTS[preset] ?? DEFAULT_PORT[REQUESTED_GATE_TYPE]), {
        shouldDirty: true,
      });
  }

  return (
    <>
      {stored.isError && <RetryNote onRetry={stored.refetch}>{t.loadFailed}</RetryNote>}
      {saved && stored.isPending ? (
        <SkeletonBar className="w-3/5" />
      ) : (
        <>
          <PresetField form={form} request={request} onChoose={choose} />
          {request && <Opening key={request.preset} form={form} request={request} saved={saved} />}
        </>
      )}
    </>
  );
}

/** Shows the values for whatever reads the plates. */
export function RelaySystem({ saved }: Pick<RelayFieldsProps, "saved">) {
  return (
    <>
      <SetUpSection title={t.setup}>
        <p className="mt-1.5 text-small text-ink-2">{t.setupText}</p>
      </SetUpSection>
      {saved && (
        <SavedValues help={t.panelHelp}>
          <SenderValues controllerId={saved.id} rotatable />
        </SavedValues>
      )}
    </>
  );
}

function PresetField(props: {
  form: ControllerPortalForm;
  request: RelayRequest | undefined;
  onChoose: (preset: RelayPreset) => void;
}) {
  const { form, request, onChoose } = props;
  return (
    <FormField control={form.control} name="relay_request">
      {({ name, onBlur, inputRef, errorMessage }) => (
        <Select
          name={name}
          onBlur={onBlur}
          inputRef={inputRef}
          label={t.preset}
          placeholder={t.presetPlaceholder}
          value={request?.preset ?? null}
          options={RELAY_PRESETS.map((id) => ({ id, label: t.presets[id] }))}
          hint={request ? t.presetHints[request.preset] : undefined}
          errorMessage={request ? undefined : errorMessage}
          onChange={onChoose}
        />
      )}
    </FormField>
  );
}

function Opening({
  form,
  request,
  saved,
}: {
  form: ControllerPortalForm;
  request: RelayRequest;
  saved: ControllerRow | null;
}) {
  const { control, formState } = form;
  const [isOpen, setOpen] = useState(request.preset === "own");
  const [device_ip, device_port] = useWatch({ control, name: ["device_ip", "device_port"] });
  const wrong = formState.errors.relay_request !== undefined && !("unit" in formState.errors.relay_request);
  return (
    <>
      <div className="grid items-start gap-4 empty:hidden sm:grid-cols-2">
        {usesPlaceholder(request, "unit") && (
          <FormField control={control} name="relay_request.unit">
            {(field) => (
              <TextField
                {...field}
                value={field.value ?? ""}
                label={t.unit}
                mono
                hint={t.unitHint}
                autoComplete="off"
                spellCheck={false}
              />
            )}
          </FormField>
        )}
        {usesPlaceholder(request, "seconds", "milliseconds") && <PulseField form={form} seconds={request.seconds} />}
      </div>
      <div>
        <p className="mb-1.5 text-small font-name text-ink">{t.preview}</p>
        <code
          translate="no"
          className="block rounded-chip border border-line bg-sunken px-2.5 py-2 font-mono text-small break-all text-ink"
        >
          {relayCall({ device_ip, device_port }, request, controllerDialogTexts.previewMissing.address)}
        </code>
        <p className="mt-[5px] text-meta text-ink-2">{t.previewHelp}</p>
      </div>
      <div className="overflow-hidden rounded-card border border-line">
        <Disclosure title={t.details} isOpen={isOpen || wrong} onOpenChange={setOpen}>
          <RelayDetails form={form} request={request} />
        </Disclosure>
      </div>
      {saved?.macro_id && <MacroTest controller={saved} macroId={saved.macro_id} />}
    </>
  );
}

function PulseField({ form, seconds }: { form: ControllerPortalForm; seconds: number }) {
  const choices = [...new Set([...PULSES, seconds])].toSorted((one, other) => one - other);
  return (
    <Select
      label={t.seconds}
      value={String(seconds)}
      options={choices.map((one) => ({ id: String(one), label: t.secondsOf(formatNumber(one)) }))}
      onChange={(id) => form.setValue("relay_request.seconds", Number(id), { shouldDirty: true })}
    />
  );
}
