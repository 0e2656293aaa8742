import { Download, FileText, Trash2 } from "lucide-react";
import { useState } from "react";
import { reportOutcome } from "#web/lib/calls/report-outcome.ts";
import { downloadJson } from "#web/lib/download-csv.ts";
import { PEOPLE_OF_ROLE } from "#web/lib/people/people-address.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { useUnfoldedInView } from "#web/ui/forms/unfolded-in-view.ts";
import { Disclosure } from "#web/ui/page/disclosure.tsx";
import { type Act, endToasts, toastFailure, toastSuccess } from "#web/ui/toasts/toast.tsx";
import { useExportPerson } from "../api/person-data.ts";
import { exportFileName } from "../erasure.ts";
import { ErasePersonDialog } from "../lazy-erase-person-dialog.ts";
import { fullName, type Person } from "../person.ts";
import { privacyTexts as t } from "../texts/privacy.sv.ts";

export function PersonalData({ person, onErased }: { person: Person; onErased: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const exporting = useExportPerson();
  const { role } = useSignedIn();
  const name = fullName(person);
  const box = useUnfoldedInView<HTMLDivElement>(isOpen);

  function exportIt(): void {
    const act: Act = `person:export ${person.id}`;
    endToasts(act);
    reportOutcome(exporting, person.id, {
      onSuccess: (known) => {
        downloadJson(exportFileName(name), known);
        toastSuccess(act, t.exported(name), { title: t.exportedTitle });
      },
      onError: (error) => toastFailure(act, error),
    });
  }

  return (
    <div ref={box} className="overflow-hidden rounded-card border border-line">
      <Disclosure title={t.personal} level={3} isOpen={isOpen} onOpenChange={setOpen}>
        <div className="flex flex-col gap-3 p-3.5">
          <p className="text-small text-ink-2">{t.personalHelp}</p>
          <div className="flex flex-wrap gap-2">
            <ButtonLink icon={FileText} href={`${PEOPLE_OF_ROLE[role]}/${person.id}`}>
              {t.showIt}
            </ButtonLink>
            <Button icon={Download} busy={exporting.isPending} busyLabel={t.exporting} onPress={exportIt}>
              {t.exportIt}
            </Button>
            <Button variant="danger" icon={Trash2} onPress={() => setAsking(true)}>
              {t.eraseIt}
            </Button>
          </div>
        </div>
      </Disclosure>
      {isAsking && <ErasePersonDialog person={person} onClose={() => setAsking(false)} onErased={onErased} />}
    </div>
  );
}
