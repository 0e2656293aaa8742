import { personDialogTexts } from "#web/texts/person-dialog.ts";
import { words } from "#web/texts/words.ts";
import { Button } from "#web/ui/button.tsx";
import { CopyField } from "#web/ui/copy-field.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialog.tsx";
import { Note } from "#web/ui/note.tsx";

export function GeneratedPinDialog({ pin, name, onClose }: { pin: string; name: string; onClose: () => void }) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="sm"
      title={personDialogTexts.madePinTitle}
      subtitle={name}
      footer={(close) => (
        <DialogFoot>
          <Button variant="primary" autoFocus onPress={close}>
            {words.close}
          </Button>
        </DialogFoot>
      )}
    >
      <div className="flex flex-col gap-4">
        <CopyField label={personDialogTexts.madePin} value={pin} />
        <Note tone="ok">{personDialogTexts.madePinFor(name)}</Note>
      </div>
    </Dialog>
  );
}
