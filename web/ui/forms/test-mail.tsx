// Sends a test email to the signed-in person, and says what the mail server answered.
import { useMutation } from "@tanstack/react-query";
import { type TestMail, testMail } from "#contract/functions/test-mail.ts";
import type { MailState } from "#contract/mail-state.ts";
import { callAction } from "#web/lib/calls/functions.ts";
import { testMailTexts as t } from "#web/texts/test-mail.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { Note, type NoteTone } from "#web/ui/note.tsx";

const TONES: Record<MailState, NoteTone> = { sent: "ok", queued: "wait", failed: "fail", mail_not_configured: "wait" };

export function TestMailButton() {
  const send = useMutation({ mutationFn: () => callAction(testMail, {}) });
  return (
    <div className="flex flex-col items-start gap-2.5">
      <Button busy={send.isPending} busyLabel={t.sending} onPress={() => send.mutate()}>
        {t.send}
      </Button>
      {send.data && <Outcome outcome={send.data} />}
      {send.error && (
        <Note tone="fail" role="alert">
          {send.error.message}
        </Note>
      )}
    </div>
  );
}

function Outcome({ outcome: { mail, to, reason } }: { outcome: TestMail }) {
  return (
    <Note tone={TONES[mail]} role="status">
      <p className="break-words">{mail === "mail_not_configured" ? t.noServer : t[mail](to)}</p>
      {reason !== null && (
        <p className="break-words">
          {t.reason} <span lang="en">{reason}</span>
        </p>
      )}
    </Note>
  );
}
