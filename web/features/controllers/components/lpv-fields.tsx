import type { ControllerRow } from "#contract/tables/controllers.ts";
import { lpvTexts as t } from "#web/texts/lpv.ts";
import { FormField } from "#web/ui/form.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import type { ControllerPortalForm } from "../controller-form-rules.ts";
import { CameraSetUp } from "./camera-set-up.tsx";
import { ListSyncField } from "./list-sync-field.tsx";
import { MacroTest } from "./macro-test.tsx";
import { SavedValues } from "./saved-values.tsx";
import { WebhookValues } from "./webhook-values.tsx";

export function LpvFields({ form, saved }: { form: ControllerPortalForm; saved: ControllerRow | null }) {
  return (
    <>
      <section aria-labelledby="camera-output" className="flex min-w-0 flex-col gap-4 border-t border-line pt-4">
        <h3 id="camera-output" className="-mb-1 text-card text-ink">
          {t.section}
        </h3>
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
        {saved?.macro_id && <MacroTest controller={saved} macroId={saved.macro_id} label={t.testOpening} />}
      </section>
      <ListSyncField form={form} saved={saved} texts={t} />
      <section className="rounded-card border border-line bg-sunken px-4 py-3">
        <h3 className="text-card text-ink">{t.setup}</h3>
        <ol className="mt-2 flex list-decimal flex-col gap-1.5 pl-5 text-small text-ink-2 marker:text-ink-3">
          {t.setupSteps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        {saved && <CameraSetUp controller={saved} />}
      </section>
      {saved && (
        <SavedValues help={t.panelHelp}>
          <WebhookValues controllerId={saved.id} type={saved.device_type} rotatable />
        </SavedValues>
      )}
    </>
  );
}
