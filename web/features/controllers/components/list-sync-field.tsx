import type { ControllerRow } from "#contract/tables/controllers.ts";
import { Checkbox } from "#web/ui/choices/checkbox.tsx";
import { FormField } from "#web/ui/forms/form.tsx";
import type { ControllerPortalForm } from "../controller-form-rules.ts";

export interface ListSyncFieldProps {
  form: ControllerPortalForm;
  saved: ControllerRow | null;
  texts: { listSync: string; listSyncHelp: string; listSyncEnds: string };
}

export function ListSyncField({ form, saved, texts }: ListSyncFieldProps) {
  return (
    <FormField control={form.control} name="list_sync">
      {({ value = false, onChange, onBlur, name, errorMessage }) => (
        <div>
          <Checkbox
            name={name}
            value={value}
            onChange={onChange}
            onBlur={onBlur}
            isInvalid={errorMessage !== undefined}
          >
            {texts.listSync}
          </Checkbox>
          <p className="mt-0.5 pl-6.5 text-meta text-ink-2">
            {errorMessage ?? (saved?.list_sync && !value ? texts.listSyncEnds : texts.listSyncHelp)}
          </p>
        </div>
      )}
    </FormField>
  );
}
