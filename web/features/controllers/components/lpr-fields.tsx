import { ListTree } from "lucide-react";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import type { ControllerRow } from "#contract/tables/controllers.ts";
import { errorSentence } from "#web/lib/calls/errors.ts";
import { Button } from "#web/ui/button.tsx";
import { Select } from "#web/ui/choices/select.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { FormField } from "#web/ui/forms/form.tsx";
import { type LprMacro, listMacros } from "../api/lpr-macros.ts";
import type { ControllerPortalForm } from "../controller-form-rules.ts";
import { macroCall } from "../macro-call.ts";
import { readConnection } from "../read-connection.ts";
import { controllerDialogTexts as t } from "../texts/controller-dialog.sv.ts";
import { SetUpSection, SetUpSteps } from "./gate-sections.tsx";
import { ListSyncField } from "./list-sync-field.tsx";
import { MacroTest } from "./macro-test.tsx";
import { SavedValues } from "./saved-values.tsx";
import { WebhookValues } from "./webhook-values.tsx";

export interface LprOpeningProps {
  form: ControllerPortalForm;
  saved: ControllerRow | null;
  macros: readonly LprMacro[] | null;
  onMacros: (macros: LprMacro[]) => void;
}

/** Shows the macro that opens the gate. */
export function LprOpening({ form, saved, macros, onMacros }: LprOpeningProps) {
  const { control } = form;
  const [deviceIp, devicePort, macroId = ""] = useWatch({ control, name: ["device_ip", "device_port", "macro_id"] });
  const call = macroCall({ device_ip: deviceIp, device_port: devicePort, macro_id: macroId }, t.previewMissing);
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <FormField control={control} name="macro_id">
          {(field) => (
            <TextField
              {...field}
              value={field.value ?? ""}
              label={t.macroId}
              optional
              mono
              hint={t.macroHint}
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </FormField>
        <MacroChoice form={form} saved={saved} macros={macros} onMacros={onMacros} macroId={macroId} />
      </div>
      <div>
        <p className="mb-1.5 text-small font-name text-ink">{t.preview}</p>
        <code
          translate="no"
          className="block rounded-chip border border-line bg-sunken px-2.5 py-2 font-mono text-small break-all text-ink"
        >
          {call}
        </code>
        <p className="mt-[5px] text-meta text-ink-2">{t.previewHelp}</p>
      </div>
      {saved && macroId.trim() !== "" && <MacroTest controller={saved} macroId={macroId.trim()} />}
    </>
  );
}

/** Shows the portal's place in the LPR system: the list of vehicles, the images and the values to enter there. */
export function LprSystem({ form, saved }: Pick<LprOpeningProps, "form" | "saved">) {
  return (
    <>
      <ListSyncField form={form} saved={saved} texts={t} />
      <FormField control={form.control} name="frame_source">
        {(field) => (
          <TextField
            {...field}
            value={field.value ?? ""}
            label={t.frameSource}
            optional
            mono
            placeholder={t.frameSourceExample}
            hint={t.frameSourceHint}
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </FormField>
      <SetUpSection title={t.setup}>
        <SetUpSteps steps={t.setupSteps} />
        <p className="mt-2 text-small text-ink">{t.setupWarning}</p>
      </SetUpSection>
      {saved && (
        <SavedValues help={t.panelHelp}>
          <WebhookValues controllerId={saved.id} rotatable />
        </SavedValues>
      )}
    </>
  );
}

function MacroChoice({ form, saved, macros, onMacros, macroId }: LprOpeningProps & { macroId: string }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function fetchMacros(): Promise<void> {
    if (busy) return;
    const connection = await readConnection(form, saved);
    if (connection === null) return;
    setBusy(true);
    setFailure(null);
    try {
      onMacros(await listMacros(connection));
    } catch (error) {
      setFailure(errorSentence(error));
    } finally {
      setBusy(false);
    }
  }

  if (macros !== null && macros.length > 0)
    return (
      <Select
        label={t.chooseMacro}
        optional
        placeholder={t.chooseMacroPlaceholder}
        value={macros.find((macro) => macro.id.toLowerCase() === macroId.trim().toLowerCase())?.id ?? null}
        options={macros.map(({ id, name }) => ({ id, label: name || id, description: id }))}
        onChange={(id) => form.setValue("macro_id", id, { shouldDirty: true, shouldValidate: true })}
      />
    );
  return (
    <div className="flex flex-col items-start gap-1.5 sm:pt-6">
      <Button icon={ListTree} busy={busy} onPress={() => void fetchMacros()}>
        {t.fetchMacros}
      </Button>
      <p role="status" className="text-meta text-ink-2 empty:hidden">
        {failure ?? (macros === null ? null : t.noMacros)}
      </p>
    </div>
  );
}
