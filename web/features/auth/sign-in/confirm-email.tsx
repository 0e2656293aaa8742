// Confirms an address after a press, because mail scanners open every link.
import { useState } from "react";
import { BackendError } from "#web/lib/calls/errors.ts";
import { Button } from "#web/ui/button.tsx";
import { Note } from "#web/ui/note.tsx";
import { confirmEmail } from "../api/change-account.ts";
import { StepHead } from "../step-head.tsx";
import { authTexts } from "../texts/auth.sv.ts";
import { useOperation } from "../use-operation.ts";

export function ConfirmEmail({ token, onLeave }: { token: string; onLeave: () => void }) {
  const [confirmed, setConfirmed] = useState<string | null>(null);
  const [dead, setDead] = useState(false);
  const operation = useOperation();

  async function confirm(): Promise<void> {
    try {
      setConfirmed(await confirmEmail(token));
    } catch (error) {
      if (!(error instanceof BackendError) || error.code !== "otp_expired") throw error;
      setDead(true);
    }
  }

  if (confirmed !== null)
    return (
      <>
        <StepHead title={authTexts.emailChangedTitle} help={authTexts.emailChanged(confirmed)} focus />
        <Button variant="primary" size="lg" wide onPress={onLeave}>
          {authTexts.onwards}
        </Button>
      </>
    );
  if (dead)
    return (
      <>
        <StepHead title={authTexts.linkDeadTitle} focus />
        <Note tone="fail" role="alert">
          {authTexts.emailLinkDead}
        </Note>
        <Button variant="primary" size="lg" wide className="mt-4" onPress={onLeave}>
          {authTexts.onwards}
        </Button>
      </>
    );
  return (
    <>
      <StepHead title={authTexts.emailChangeTitle} help={authTexts.emailChangeHelp} focus />
      {operation.problem && (
        <Note tone="fail" role="alert" className="mb-4">
          {operation.problem}
        </Note>
      )}
      <Button
        variant="primary"
        size="lg"
        wide
        busy={operation.busy}
        busyLabel={authTexts.confirmingEmail}
        onPress={() => void operation.run(confirm)}
      >
        {authTexts.confirmEmail}
      </Button>
    </>
  );
}
