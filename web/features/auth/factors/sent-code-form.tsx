import { useRef, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Note } from "#web/ui/note.tsx";
import { sendCode, showPhoneCode } from "../api/second-factors.ts";
import { secondFactorTexts as t } from "../texts/second-factor.sv.ts";
import { useOperation } from "../use-operation.ts";
import { CodeForm } from "./code-form.tsx";

export interface SentCodeFormProps {
  factorId: string;
  /** The challenge of the first text message. */
  challengeId: string;
  onDone?: (() => void) | undefined;
}

/** Takes the code of the newest text message, and sends another one on request. */
export function SentCodeForm({ factorId, challengeId, onDone }: SentCodeFormProps) {
  const [code, setCode] = useState("");
  const sending = useOperation();
  // A message may come before the answer that names its challenge, so a typed code waits for that answer.
  const newest = useRef(Promise.resolve(challengeId));
  const sendAgain = () =>
    sending.run(async () => {
      const former = newest.current;
      const sent = sendCode(factorId);
      newest.current = sent.catch(() => former);
      await sent;
    });
  return (
    <CodeForm
      label={t.smsCode}
      hint={t.smsSent}
      code={code}
      onChange={setCode}
      onSubmit={async () => showPhoneCode(factorId, await newest.current, code)}
      {...(onDone && { onDone })}
    >
      {sending.problem && (
        <Note tone="fail" role="alert">
          {sending.problem}
        </Note>
      )}
      <Button wide busy={sending.busy} onPress={() => void sendAgain()}>
        {t.sendSmsAgain}
      </Button>
    </CodeForm>
  );
}
