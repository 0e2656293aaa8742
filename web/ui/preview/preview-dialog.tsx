import type { AccessPreview } from "#contract/functions/access-preview.ts";
import { previewTexts as t } from "#web/texts/preview.sv.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialogs/dialog.tsx";
import { Note } from "#web/ui/note.tsx";
import { AccessDifference } from "./access-difference.tsx";

export interface PreviewDialogProps {
  /** Null: it could not be counted. */
  preview: AccessPreview | null;
  answer: (saves: boolean) => void;
  onClose: () => void;
  confirmLabel: string | undefined;
}

/** Shows what a save changes, and asks whether it goes on. */
export function PreviewDialog({ preview, answer, onClose, confirmLabel = words.save }: PreviewDialogProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.title}
      subtitle={t.subtitle}
      footer={(close) => (
        <DialogFoot>
          <Button onPress={close}>{words.back}</Button>
          <Button autoFocus variant="primary" onPress={() => answer(true)}>
            {preview === null ? t.saveAnyway : confirmLabel}
          </Button>
        </DialogFoot>
      )}
    >
      {preview === null ? <Note tone="wait">{t.failed}</Note> : <AccessDifference preview={preview} />}
    </Dialog>
  );
}
