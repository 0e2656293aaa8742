import { Upload } from "lucide-react";
import { useState } from "react";
import { FormatCard } from "../../features/vehicle-import/components/format-card.tsx";
import { formatNumber } from "../../lib/dates.ts";
import { titles } from "../../texts/titles.ts";
import { vehicleImportTexts as texts } from "../../texts/vehicle-import.ts";
import { Button } from "../../ui/button.tsx";
import { lazyDialog, usePrefetched } from "../../ui/lazy-dialog.tsx";
import { Note } from "../../ui/note.tsx";
import { PageHead } from "../../ui/page-head.tsx";

const ImportDialog = lazyDialog(
  () => import("../../features/vehicle-import/components/import-dialog.tsx"),
  (module) => module.ImportDialog,
);
const DIALOGS = [ImportDialog];

export function ImportPage() {
  const [open, setOpen] = useState(false);
  const [imported, setImported] = useState(0);
  usePrefetched(DIALOGS);
  return (
    <div className="max-w-[720px]">
      <PageHead
        {...titles.import}
        primary={
          <Button variant="primary" icon={Upload} onPress={() => setOpen(true)} onHoverStart={ImportDialog.prefetch}>
            {texts.open}
          </Button>
        }
      />
      <div className="flex flex-col gap-4">
        {imported > 0 && (
          <Note tone="ok" actions={[{ label: texts.showUsers, href: "/org-admin/end-users" }]}>
            {texts.imported(formatNumber(imported))}
          </Note>
        )}
        <FormatCard />
      </div>
      {open && <ImportDialog onClose={() => setOpen(false)} onImported={setImported} />}
    </div>
  );
}
