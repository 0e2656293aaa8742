import { Upload } from "lucide-react";
import { useState } from "react";
import { ImportPeopleLink } from "#web/features/people/components/import-people-link.tsx";
import { vehicleImportTexts as texts } from "#web/features/people/texts/vehicle-import.sv.ts";
import { FormatCard } from "#web/features/people/vehicle-import/components/format-card.tsx";
import { NoGatesNote } from "#web/features/people/vehicle-import/components/no-gates-note.tsx";
import { RecentImports } from "#web/features/people/vehicle-import/components/recent-imports.tsx";
import { titles } from "#web/texts/titles.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { lazyDialog, usePrefetched } from "#web/ui/lazy/lazy-dialog.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";

const ImportDialog = lazyDialog(
  () => import("#web/features/people/vehicle-import/components/import-dialog.tsx"),
  (module) => module.ImportDialog,
);
const DIALOGS = [ImportDialog];

export function ImportPage() {
  const [open, setOpen] = useState(false);
  const [imported, setImported] = useState<string | null>(null);
  usePrefetched(DIALOGS);
  return (
    <div className="max-w-[720px]">
      <PageHead
        {...titles.import}
        secondary={<ImportPeopleLink />}
        primary={
          <Button variant="primary" icon={Upload} onPress={() => setOpen(true)} onHoverStart={ImportDialog.prefetch}>
            {texts.open}
          </Button>
        }
      />
      <div className="flex flex-col gap-4">
        <NoGatesNote />
        <RecentImports made={imported} />
        <FormatCard />
      </div>
      {open && <ImportDialog onClose={() => setOpen(false)} onImported={setImported} />}
    </div>
  );
}
