import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Note } from "#web/ui/note.tsx";
import { sendCode } from "../api/second-factors.ts";
import { secondFactorTexts as t } from "../texts/second-factor.sv.ts";
import { useOperation } from "../use-operation.ts";
import type { Way } from "./factor-ways.ts";
import { SentCodeForm } from "./sent-code-form.tsx";

/** Sends the message only on request: it costs money and wakes people. */
export function PhoneChallenge({ way, onShown }: { way: Way; onShown?: () => void }) {
  const [challengeId, setChallengeId] = useState<string | null>(null);
  const sending = useOperation();
  const send = () => void sending.run(async () => setChallengeId(await sendCode(way.id)));
  if (challengeId !== null) return <SentCodeForm factorId={way.id} challengeId={challengeId} onDone={onShown} />;
  return (
    <div className="flex flex-col gap-3">
      {sending.problem && (
        <Note tone="fail" role="alert">
          {sending.problem}
        </Note>
      )}
      <Button variant="primary" size="lg" wide busy={sending.busy} busyLabel={t.confirming} onPress={send}>
        {t.sendSms}
      </Button>
    </div>
  );
}
