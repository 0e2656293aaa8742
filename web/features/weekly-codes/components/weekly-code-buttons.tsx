// The buttons: one menu on a phone. Two of the buttons exist only when there are codes.
import { useQuery } from "@tanstack/react-query";
import { CalendarDays, ChevronDown, Download, Eraser } from "lucide-react";
import { useState } from "react";
import { useLinkedParameter, WEEKLY_CODES } from "#web/lib/lists/linked-parameter.ts";
import { useIsPhone } from "#web/lib/media.ts";
import { Button } from "#web/ui/button.tsx";
import { Menu } from "#web/ui/dialogs/menu.tsx";
import { lazyDialog, usePrefetched } from "#web/ui/lazy/lazy-dialog.tsx";
import { countWeeklyCodesQueryOptions } from "../api/get-weekly-codes.ts";
import { weeklyCodeButtonTexts as t } from "../texts/weekly-code-buttons.sv.ts";
import { useCleanUp, useExportCodes } from "../use-code-operations.ts";

const WeeklyCodesDialog = lazyDialog(
  () => import("./weekly-codes-dialog.tsx"),
  (module) => module.WeeklyCodesDialog,
);
const ExportFilesDialog = lazyDialog(
  () => import("./export-files-dialog.tsx"),
  (module) => module.ExportFilesDialog,
);
const DIALOGS = [WeeklyCodesDialog];

export function WeeklyCodeButtons() {
  const [isOpen, setOpen] = useState(false);
  usePrefetched(DIALOGS);
  useLinkedParameter(WEEKLY_CODES, () => setOpen(true));
  return (
    <>
      <Buttons onOpen={() => setOpen(true)} />
      {isOpen && <WeeklyCodesDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function Buttons({ onOpen }: { onOpen: () => void }) {
  const phone = useIsPhone();
  const { data: codes = 0 } = useQuery(countWeeklyCodesQueryOptions());
  const exporting = useExportCodes();
  const cleaning = useCleanUp();
  const files = exporting.files && <ExportFilesDialog files={exporting.files} onClose={exporting.close} />;
  if (phone && codes > 0)
    return (
      <>
        <Menu
          label={t.title}
          actions={[
            { id: "open", label: t.title, icon: CalendarDays, onAction: onOpen },
            { id: "export", label: t.exportCsv, icon: Download, onAction: exporting.run },
            { id: "clean", label: t.cleanUp, icon: Eraser, onAction: cleaning.run },
          ]}
        >
          <Button icon={CalendarDays} busy={exporting.isPending || cleaning.isPending}>
            {t.title}
            <ChevronDown aria-hidden size={14} className="ml-1.5 inline text-ink-2" />
          </Button>
        </Menu>
        {files}
      </>
    );
  return (
    <>
      <Button icon={CalendarDays} onPress={onOpen}>
        {t.title}
      </Button>
      {codes > 0 && (
        <>
          <Button icon={Download} busy={exporting.isPending} busyLabel={t.exporting} onPress={exporting.run}>
            {t.exportCsv}
          </Button>
          <Button icon={Eraser} busy={cleaning.isPending} busyLabel={t.cleaning} onPress={cleaning.run}>
            {t.cleanUp}
          </Button>
        </>
      )}
      {files}
    </>
  );
}
