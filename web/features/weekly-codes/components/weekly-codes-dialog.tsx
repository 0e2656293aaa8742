import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Download } from "lucide-react";
import { useId, useState } from "react";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialogs/dialog.tsx";
import { usePortalForm } from "#web/ui/forms/form.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { toastFailure, toastSuccess } from "#web/ui/toasts/toast.tsx";
import { getCodeControllersForGenerationQueryOptions } from "../api/code-controllers.ts";
import { useGenerateCodes } from "../api/dialog-changes.ts";
import { countWeeklyCodesQueryOptions, type ListedCode } from "../api/get-weekly-codes.ts";
import { weekName } from "../code-state.ts";
import { type GenerateValues, generateRules, NOTHING_CHOSEN } from "../generate-rules.ts";
import { weeklyCodeButtonTexts } from "../texts/weekly-code-buttons.sv.ts";
import { weeklyCodesTexts as t } from "../texts/weekly-codes.sv.ts";
import { useExportCodes } from "../use-code-operations.ts";
import { CodeControllers } from "./code-controllers.tsx";
import { DeleteCodeDialog } from "./delete-code-dialog.tsx";
import { ExistingCodes } from "./existing-codes.tsx";
import { ExportFilesDialog } from "./export-files-dialog.tsx";
import { GenerateCodes } from "./generate-codes.tsx";

export function WeeklyCodesDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const navigate = useNavigate();
  const [tab, setTab] = useState<"existing" | "generate">("existing");
  const [made, setMade] = useState<readonly string[]>([]);
  const [shown, setShown] = useState<ListedCode | null>(null);
  const [removing, setRemoving] = useState<ListedCode | null>(null);
  const { data: total } = useQuery(countWeeklyCodesQueryOptions());
  // Without controllers there is no form yet, and a press would do nothing.
  const controllers = useQuery({ ...getCodeControllersForGenerationQueryOptions(), enabled: tab === "generate" });
  const form = usePortalForm(generateRules, NOTHING_CHOSEN);
  const generate = useGenerateCodes();
  const exporting = useExportCodes();

  function addController(): void {
    onClose();
    void navigate({ href: "/system-admin/controllers?add=1" });
  }

  async function submit({ controllerIds, weeks }: GenerateValues): Promise<void> {
    try {
      const { codes, pending } = await generate.mutateAsync({ controllerIds, weeks });
      const names = codes.map(weekName);
      const waiting = new Set(pending.map((device) => device.controller_id)).size;
      const [first = "", last = first] = [names[0], names.at(-1)];
      toastSuccess(
        [
          codes.length === 0 ? t.generatedNone : `${t.generatedWeeks(first, last)}.`,
          waiting > 0 && t.generatedWaits(waiting),
        ]
          .filter(Boolean)
          .join(" "),
        { title: t.generated },
      );
      form.reset(NOTHING_CHOSEN);
      setMade(codes.map((code) => code.id));
      setTab("existing");
    } catch (error) {
      toastFailure(error);
    }
  }

  const frame = { isOpen: true, onClose, size: "table" } as const;
  if (shown)
    return (
      <Dialog
        {...frame}
        onBack={() => setShown(null)}
        title={t.ofWeek(weekName(shown))}
        footer={
          <DialogFoot key="controllers">
            <Button autoFocus onPress={() => setShown(null)}>
              {words.back}
            </Button>
          </DialogFoot>
        }
      >
        <CodeControllers code={shown} />
      </Dialog>
    );
  return (
    <>
      <Dialog
        {...frame}
        title={weeklyCodeButtonTexts.title}
        subtitle={t.subtitle}
        flush
        dirty={form.formState.isDirty}
        footer={(close) =>
          tab === "existing" ? (
            <DialogFoot key="existing" note={total ? t.count(total) : null}>
              {total !== undefined && total > 0 && (
                <Button
                  icon={Download}
                  busy={exporting.isPending}
                  busyLabel={weeklyCodeButtonTexts.exporting}
                  onPress={exporting.run}
                >
                  {weeklyCodeButtonTexts.exportCsv}
                </Button>
              )}
              <Button onPress={close}>{words.close}</Button>
            </DialogFoot>
          ) : (
            <DialogFoot key="generate">
              <Button onPress={close}>{words.close}</Button>
              <Button
                type="submit"
                form={formId}
                variant="primary"
                isDisabled={controllers.data === undefined || controllers.data.length === 0}
                busy={form.formState.isSubmitting}
                busyLabel={t.generating}
              >
                {t.generate}
              </Button>
            </DialogFoot>
          )
        }
      >
        <Tabs
          label={t.tabs}
          value={tab}
          onChange={setTab}
          tabs={[
            {
              id: "existing",
              label: t.existing,
              content: (
                <ExistingCodes
                  made={made}
                  onDelete={setRemoving}
                  onShowControllers={setShown}
                  onGenerate={() => setTab("generate")}
                />
              ),
            },
            {
              id: "generate",
              label: t.generateNew,
              content: <GenerateCodes form={form} formId={formId} onSubmit={submit} onAddController={addController} />,
            },
          ]}
        />
      </Dialog>
      {exporting.files && <ExportFilesDialog files={exporting.files} onClose={exporting.close} />}
      {removing && <DeleteCodeDialog code={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}
