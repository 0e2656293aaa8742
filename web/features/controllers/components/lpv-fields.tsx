import type { ControllerRow } from "#contract/tables/controllers.ts";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { FormField } from "#web/ui/forms/form.tsx";
import type { ControllerPortalForm } from "../controller-form-rules.ts";
import { lpvTexts as t } from "../texts/lpv.sv.ts";
import { CameraSetUp } from "./camera-set-up.tsx";
import { SetUpSection, SetUpSteps } from "./gate-sections.tsx";
import { ListSyncField } from "./list-sync-field.tsx";
import { MacroTest } from "./macro-test.tsx";
import { SavedValues } from "./saved-values.tsx";
import { WebhookValues } from "./webhook-values.tsx";

interface LpvProps {
  form: ControllerPortalForm;
  saved: ControllerRow | null;
}

/** Shows the camera's output that opens the gate. */
export function LpvOpening({ form, saved }: LpvProps) {
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <FormField control={form.control} name="macro_id">
          {(field) => (
            <TextField
              {...field}
              value={field.value ?? ""}
              label={t.output}
              mono
              inputMode="numeric"
              hint={t.outputHint}
              autoComplete="off"
            />
          )}
        </FormField>
      </div>
      {saved?.macro_id && <MacroTest controller={saved} macroId={saved.macro_id} />}
    </>
  );
}

/** Shows the list in the camera and the camera's own settings. */
export function LpvSystem({ form, saved }: LpvProps) {
  return (
    <>
      <ListSyncField form={form} saved={saved} texts={t} />
      <SetUpSection title={t.setup}>
        <SetUpSteps steps={t.setupSteps} />
        {saved && <CameraSetUp controller={saved} />}
      </SetUpSection>
      {saved && (
        <SavedValues help={t.panelHelp}>
          <WebhookValues controllerId={saved.id} type={saved.device_type} rotatable />
        </SavedValues>
      )}
    </>
  );
}
