import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Note } from "#web/ui/note.tsx";
import { sendCode, showPhoneCode } from "../api/second-factors.ts";
import { secondFactorTexts as t } from "../texts/second-factor.sv.ts";
import { useOperation } from "../use-operation.ts";
import { CodeForm } from "./code-form.tsx";
import type { Way } from "./factor-ways.ts";

/** Sends the message only on request: it costs money and wakes people. */
export function PhoneChallenge({ way, onShown }: { way: Way; onShown?: () => void }) {
  const [challengeId, setChallengeId] = useState<string | null>(null);
  const [code, setCode] = useState("");
  const sending = useOperation();
  const send = () => void sending.run(async () => setChallengeId(await sendCode(way.id)));
  return (
    <div className="flex flex-col gap-3">
      {sending.problem && (
        <Note tone="fail" role="alert">
          {sending.problem}
        </Note>
      )}
      {challengeId === null ? (
        <Button variant="primary" size="lg" wide busy={sending.busy} busyLabel={t.confirming} onPress={send}>
          {t.sendSms}
        </Button>
      ) : (
        <CodeForm
          label={t.smsCode}
          hint={t.smsSent}
          code={code}
          onChange={setCode}
          onSubmit={() => showPhoneCode(way.id, challengeId, code)}
          {...(onShown && { onDone: onShown })}
        >
          <Button wide busy={sending.busy} onPress={send}>
            {t.sendSmsAgain}
          </Button>
        </CodeForm>
      )}
    </div>
  );
}
