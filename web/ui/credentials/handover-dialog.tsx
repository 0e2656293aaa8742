// Shows a code for handing over: to copy, or to print with nothing else on the paper.
import { Copy, Mail, Printer, Share2 } from "lucide-react";
import { useState } from "react";
import { createPortal } from "react-dom";
import { handoverTexts as t } from "#web/features/people/texts/handover.sv.ts";
import { announce } from "#web/lib/announce.ts";
import { copied } from "#web/lib/clipboard.ts";
import { type HandoverNote, handoverText, validityWords } from "#web/lib/people/handover-note.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialogs/dialog.tsx";
import { endToasts, toastError, toastFailure, toastSuccess } from "#web/ui/toasts/toast.tsx";

export interface HandoverDialogProps {
  note: HandoverNote;
  /** Absent where there is no address to mail to. */
  mail?: HandoverMail | undefined;
  onClose: () => void;
}

export interface HandoverMail {
  to: string;
  /** Sends the code; resolves with the text to show, rejects with a FunctionError. */
  send: () => Promise<string>;
}

export function HandoverDialog({ note, mail, onClose }: HandoverDialogProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="sm"
      title={t.title}
      subtitle={note.for}
      footer={(close) => (
        <DialogFoot>
          <Button onPress={close}>{words.close}</Button>
        </DialogFoot>
      )}
    >
      <div className="flex flex-col gap-4">
        <section aria-label={t.note} className="rounded-card border border-line bg-sunken p-4" data-ground>
          <NoteText note={note} />
        </section>
        <div className="flex flex-wrap gap-2 phone:*:flex-1">
          <Button autoFocus icon={Copy} onPress={() => void copy(note)}>
            {t.copy}
          </Button>
          <Button icon={Printer} onPress={() => window.print()}>
            {t.print}
          </Button>
          {mail && <MailButton mail={mail} />}
          {"share" in navigator && (
            <Button icon={Share2} onPress={() => void share(note)}>
              {t.share}
            </Button>
          )}
        </div>
      </div>
      {/* Rendered beside everything else, so that styles/base.css can leave the rest off the paper. */}
      {createPortal(
        <div data-print-note className="hidden p-8 print:block">
          <NoteText note={note} />
        </div>,
        document.body,
      )}
    </Dialog>
  );
}

function MailButton({ mail }: { mail: HandoverMail }) {
  const [busy, setBusy] = useState(false);

  async function send(): Promise<void> {
    setBusy(true);
    try {
      toastSuccess("code:mail", await mail.send());
    } catch (error) {
      toastFailure("code:mail", error);
    }
    setBusy(false);
  }

  return (
    <Button icon={Mail} busy={busy} busyLabel={t.sending} onPress={() => void send()} className="max-w-full">
      {t.mailTo(mail.to)}
    </Button>
  );
}

function NoteText({ note }: { note: HandoverNote }) {
  return (
    <div className="flex flex-col gap-3">
      <div>
        <p className="text-card text-ink">{note.for}</p>
        {note.organization && note.organization !== note.for && (
          <p className="text-small text-ink-2">{note.organization}</p>
        )}
      </div>
      <dl className="flex flex-col gap-2 text-body">
        <div>
          <dt className="text-small text-ink-2">{t.code}</dt>
          <dd translate="no" className="tabular font-mono text-code tracking-[0.14em] text-ink">
            {note.code}
          </dd>
        </div>
        {note.doors.length > 0 && (
          <div>
            <dt className="text-small text-ink-2">{t.doors}</dt>
            <dd className="text-ink">{note.doors.join(", ")}</dd>
          </div>
        )}
        <div>
          <dt className="text-small text-ink-2">{t.valid}</dt>
          <dd className="text-ink">{validityWords(note)}</dd>
        </div>
      </dl>
      <p className="text-small text-ink-2">{note.advice}</p>
    </div>
  );
}

async function copy(note: HandoverNote): Promise<void> {
  if (!(await copied(handoverText(note)))) return toastError("code:copy", t.copyFailed);
  announce(t.copied);
  toastSuccess("code:copy", t.copied);
}

/** Opens the device's own sheet. Closing it is no error. */
async function share(note: HandoverNote): Promise<void> {
  endToasts("code:share");
  try {
    await navigator.share({ text: handoverText(note) });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError"))
      toastFailure("code:share", error, { words: () => t.shareFailed });
  }
}
