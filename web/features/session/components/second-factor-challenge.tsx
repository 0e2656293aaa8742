// Shows the second factor after the password: app, passkey, text message or a recovery code. The guard takes the person on as
// soon as the server has accepted it.
import { useState } from "react";
import { secondFactorTexts as t } from "../../../texts/second-factor.ts";
import { Button } from "../../../ui/button.tsx";
import type { Way } from "../factor-ways.ts";
import { AppChallenge } from "./app-challenge.tsx";
import { PasskeyChallenge } from "./passkey-challenge.tsx";
import { PhoneChallenge } from "./phone-challenge.tsx";
import { RecoveryCodeChallenge } from "./recovery-code-challenge.tsx";
import { StepHead } from "./step-head.tsx";

export interface SecondFactorChallengeProps {
  email: string;
  /** At least one; the first is shown. */
  ways: readonly Way[];
}

export function SecondFactorChallenge({ email, ways }: SecondFactorChallengeProps) {
  const [chosenId, setChosenId] = useState(ways[0]?.id);
  const chosen = ways.find(({ id }) => id === chosenId);
  const others = ways.filter((way) => way !== chosen);
  return (
    <>
      <StepHead title={t.challengeTitle} help={t.challengeHelp(email)} focus={chosen?.kind === "webauthn"} />
      {chosen?.kind === "totp" && <AppChallenge key={chosen.id} way={chosen} />}
      {chosen?.kind === "webauthn" && <PasskeyChallenge key={chosen.id} way={chosen} />}
      {chosen?.kind === "phone" && <PhoneChallenge key={chosen.id} way={chosen} />}
      {chosen?.kind === "recovery_code" && <RecoveryCodeChallenge />}
      {others.length > 0 && (
        <div className="mt-6 border-t border-line pt-4">
          <h2 className="mb-2 text-small text-ink-2">{t.otherWays}</h2>
          <div className="flex flex-col gap-2">
            {others.map((way) => (
              <Button key={way.id} wide onPress={() => setChosenId(way.id)}>
                {way.label}
              </Button>
            ))}
          </div>
        </div>
      )}
      {chosen?.kind === "recovery_code" && <p className="mt-4 text-small text-ink-2">{t.lost}</p>}
    </>
  );
}
