import { useQueryClient } from "@tanstack/react-query";
import { Handshake } from "lucide-react";
import { useState } from "react";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialogs/dialog.tsx";
import { CopyField } from "#web/ui/fields/copy-field.tsx";
import { Note } from "#web/ui/note.tsx";
import { endToasts, toastFailure } from "#web/ui/toasts/toast.tsx";
import { getEndUserQueryOptions } from "../api/get-end-user.ts";
import type { Handover } from "../handover.ts";
import { HandOverPin } from "../lazy-hand-over-pin.ts";
import { credentialsOf } from "../person.ts";
import { shortPinWords } from "../short-pin.ts";
import { handoverTexts } from "../texts/handover.sv.ts";
import { personDialogTexts } from "../texts/person-dialog.sv.ts";
import type { GeneratedPin } from "../use-person-form.ts";

export function GeneratedPinDialog({ id, pin, limitedBy, name, onClose }: GeneratedPin & { onClose: () => void }) {
  const client = useQueryClient();
  const [given, setGiven] = useState<Handover | null>(null);
  const [busy, setBusy] = useState(false);

  async function handOver(): Promise<void> {
    setBusy(true);
    endToasts("pin:hand-over");
    try {
      const person = await client.fetchQuery(getEndUserQueryOptions({ id }));
      const [credential] = credentialsOf(person, "pin");
      if (credential) setGiven({ person, credential, pin });
    } catch (error) {
      toastFailure("pin:hand-over", error);
    }
    setBusy(false);
  }

  if (given) return <HandOverPin {...given} onClose={onClose} />;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="sm"
      title={personDialogTexts.madePinTitle}
      subtitle={name}
      footer={(close) => (
        <DialogFoot>
          <Button icon={Handshake} busy={busy} onPress={() => void handOver()}>
            {handoverTexts.open}
          </Button>
          <Button variant="primary" autoFocus onPress={close}>
            {words.close}
          </Button>
        </DialogFoot>
      )}
    >
      <div className="flex flex-col gap-4">
        <CopyField label={personDialogTexts.madePin} value={pin} />
        <Note tone="ok">{personDialogTexts.madePinFor(name)}</Note>
        {limitedBy.length > 0 && <Note tone="wait">{shortPinWords(pin.length, limitedBy)}</Note>}
      </div>
    </Dialog>
  );
}
