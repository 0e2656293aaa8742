import { useQuery } from "@tanstack/react-query";
import { Server } from "lucide-react";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { formatNumber } from "#web/lib/dates.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/choices/checkbox.tsx";
import { CheckboxList } from "#web/ui/choices/checkbox-list.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { Form, FormField, type PortalForm } from "#web/ui/forms/form.tsx";
import { RetryNote } from "#web/ui/note.tsx";
import { Disclosure } from "#web/ui/page/disclosure.tsx";
import { SkeletonBar } from "#web/ui/skeleton.tsx";
import { type CodeController, getCodeControllersForGenerationQueryOptions } from "../api/code-controllers.ts";
import type { GenerateInput, GenerateValues } from "../generate-rules.ts";
import { weeklyCodesTexts as t } from "../texts/weekly-codes.sv.ts";
import { TimedCodesTable } from "./timed-codes-table.tsx";

export interface GenerateCodesProps {
  form: PortalForm<GenerateInput, GenerateValues>;
  formId: string;
  onSubmit: (values: GenerateValues) => Promise<void>;
  onAddController: () => void;
}

export function GenerateCodes({ form, formId, onSubmit, onAddController }: GenerateCodesProps) {
  const controllers = useQuery(getCodeControllersForGenerationQueryOptions());
  if (controllers.isError && !controllers.data)
    return (
      <div className="p-4">
        <RetryNote role="alert" onRetry={controllers.refetch}>
          {t.axisFailed} {controllers.error.message}
        </RetryNote>
      </div>
    );
  if (!controllers.data)
    return (
      <div aria-busy className="flex flex-col gap-3 p-4">
        <SkeletonBar className="w-1/3" />
        <SkeletonBar className="w-full" />
        <SkeletonBar className="w-full" />
      </div>
    );
  if (controllers.data.length === 0)
    return (
      <EmptyState
        icon={Server}
        title={t.noAxis}
        help={t.noAxisHelp}
        action={<Button onPress={onAddController}>{t.addController}</Button>}
      />
    );
  return <GenerateForm form={form} formId={formId} onSubmit={onSubmit} controllers={controllers.data} />;
}

interface GenerateFormProps extends Omit<GenerateCodesProps, "onAddController"> {
  controllers: readonly CodeController[];
}

function GenerateForm({ form, formId, onSubmit, controllers }: GenerateFormProps) {
  const [timedOpen, setTimedOpen] = useState(false);
  const on = controllers.filter((one) => one.weekly_code_settings?.generate).length;
  return (
    <>
      <Form form={form} id={formId} onSubmit={onSubmit} className="flex flex-col gap-4 px-[18px] py-4 phone:px-4">
        <p className="max-w-prose text-small text-ink-2">{t.chooseHelp}</p>
        <FormField control={form.control} name="controllerIds">
          {(field) => (
            <div className="flex flex-col gap-2">
              <ChooseAll form={form} controllers={controllers} />
              <CheckboxList
                {...field}
                label={t.choose}
                groups={[{ id: "all", name: t.choose, bare: true, items: controllers.map(listItem) }]}
                countWords={(count) => formatNumber(count)}
                searchLabel={t.findController}
                emptyText={t.noAxis}
              />
            </div>
          )}
        </FormField>
        <FormField control={form.control} name="weeks">
          {(field) => (
            <TextField {...field} label={t.weeksLabel} hint={t.weeksHint} inputMode="numeric" className="sm:max-w-48" />
          )}
        </FormField>
      </Form>
      <div className="border-t border-line">
        <Disclosure
          title={t.timed}
          level={3}
          note={t.timedNote(on, controllers.length)}
          isOpen={timedOpen}
          onOpenChange={setTimedOpen}
        >
          <TimedCodesTable controllers={controllers} />
        </Disclosure>
      </div>
    </>
  );
}

function listItem({ id, name, enabled }: CodeController) {
  return { id, name, ...(!enabled && { description: words.disabled }) };
}

function ChooseAll({
  form,
  controllers,
}: {
  form: PortalForm<GenerateInput, GenerateValues>;
  controllers: readonly CodeController[];
}) {
  const chosen = useWatch({ control: form.control, name: "controllerIds" });
  if (controllers.length < 2) return null;
  const all = chosen.length === controllers.length;
  return (
    <Checkbox
      value={all}
      isIndeterminate={chosen.length > 0 && !all}
      onChange={(on) =>
        form.setValue("controllerIds", on ? controllers.map((one) => one.id) : [], {
          shouldDirty: true,
          shouldValidate: form.formState.submitCount > 0,
        })
      }
    >
      {t.chooseAll}
    </Checkbox>
  );
}
