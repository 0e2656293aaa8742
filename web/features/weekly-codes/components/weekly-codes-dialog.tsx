import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Download } from "lucide-react";
import { useId, useState } from "react";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialogs/dialog.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { getCodeControllersForGenerationQueryOptions } from "../api/code-controllers.ts";
import { countWeeklyCodesQueryOptions, type ListedCode } from "../api/get-weekly-codes.ts";
import { weekName } from "../code-state.ts";
import { weeklyCodeButtonTexts } from "../texts/weekly-code-buttons.sv.ts";
import { weeklyCodesTexts as t } from "../texts/weekly-codes.sv.ts";
import { useExportCodes } from "../use-code-operations.ts";
import { useGenerateForm } from "../use-generate-form.ts";
import { CodeControllers } from "./code-controllers.tsx";
import { DeleteCodeDialog } from "./delete-code-dialog.tsx";
import { ExistingCodes } from "./existing-codes.tsx";
import { ExportFilesDialog } from "./export-files-dialog.tsx";
import { GenerateCodes } from "./generate-codes.tsx";

export function WeeklyCodesDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const [shown, setShown] = useState<ListedCode | null>(null);
  const [removing, setRemoving] = useState<ListedCode | null>(null);
  const { tab, setTab, made, form, submit } = useGeneration();
  const exporting = useExportCodes();
  const addController = useAddController(onClose);
  if (shown) return <CodeControllersDialog code={shown} onBack={() => setShown(null)} onClose={onClose} />;
  return (
    <>
      <Dialog
        isOpen
        onClose={onClose}
        size="table"
        title={weeklyCodeButtonTexts.title}
        subtitle={t.subtitle}
        flush
        dirty={form.formState.isDirty}
        footer={(close) =>
          tab === "existing" ? (
            <ExistingFoot exporting={exporting} onClose={close} />
          ) : (
            <GenerateFoot formId={formId} busy={form.formState.isSubmitting} onClose={close} />
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

/** Holds the shown tab and the form; new codes lead to the list that has them. */
function useGeneration() {
  const [tab, setTab] = useState<"existing" | "generate">("existing");
  const [made, setMade] = useState<readonly string[]>([]);
  const { form, submit } = useGenerateForm((ids) => {
    setMade(ids);
    setTab("existing");
  });
  return { tab, setTab, made, form, submit };
}

function useAddController(onLeave: () => void): () => void {
  const navigate = useNavigate();
  return () => {
    onLeave();
    void navigate({ href: "/system-admin/controllers?add=1" });
  };
}

interface CodeControllersDialogProps {
  code: ListedCode;
  onBack: () => void;
  onClose: () => void;
}

function CodeControllersDialog({ code, onBack, onClose }: CodeControllersDialogProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="table"
      onBack={onBack}
      title={t.ofWeek(weekName(code))}
      footer={
        <DialogFoot>
          <Button autoFocus onPress={onBack}>
            {words.back}
          </Button>
        </DialogFoot>
      }
    >
      <CodeControllers code={code} />
    </Dialog>
  );
}

interface ExistingFootProps {
  exporting: ReturnType<typeof useExportCodes>;
  onClose: () => void;
}

function ExistingFoot({ exporting, onClose }: ExistingFootProps) {
  const { data: total } = useQuery(countWeeklyCodesQueryOptions());
  return (
    <DialogFoot note={total ? t.count(total) : null}>
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
      <Button onPress={onClose}>{words.close}</Button>
    </DialogFoot>
  );
}

function GenerateFoot(props: { formId: string; busy: boolean; onClose: () => void }) {
  // Without controllers there is no form yet, and a press would do nothing.
  const { data: controllers = [] } = useQuery(getCodeControllersForGenerationQueryOptions());
  return (
    <DialogFoot>
      <Button onPress={props.onClose}>{words.close}</Button>
      <Button
        type="submit"
        form={props.formId}
        variant="primary"
        isDisabled={controllers.length === 0}
        busy={props.busy}
        busyLabel={t.generating}
      >
        {t.generate}
      </Button>
    </DialogFoot>
  );
}
