// Shows why an email was not sent, and its content, so that it can be handed over in another way.
import type { MailState } from "#contract/mail-state.ts";
import { words } from "#web/texts/words.sv.ts";
import { CopyField } from "#web/ui/fields/copy-field.tsx";
import { Note } from "#web/ui/note.tsx";
import { administratorsTexts as t } from "../texts/administrators.sv.ts";

export interface Unsent {
  /** "error": the call that should have sent it failed. */
  mail: Exclude<MailState, "sent"> | "error";
  email: string;
  label: string;
  value: string;
}

/** Shows the value, which is stored nowhere else and is lost when the note is closed. */
export function UnsentNote({ unsent, onClose }: { unsent: Unsent; onClose: () => void }) {
  const waits = unsent.mail === "mail_not_configured" || unsent.mail === "queued";
  return (
    <Note tone={waits ? "wait" : "fail"} role="alert" actions={[{ label: words.close, onAction: onClose }]}>
      <p>{SENTENCES[unsent.mail](unsent.email)}</p>
      <div className="mt-2">
        <CopyField label={unsent.label} value={unsent.value} />
      </div>
    </Note>
  );
}

const SENTENCES: Record<Unsent["mail"], (email: string) => string> = {
  mail_not_configured: t.notConfigured,
  queued: t.queued,
  failed: t.refused,
  error: t.notSent,
};
