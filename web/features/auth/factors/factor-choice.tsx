import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { showAppCode } from "../api/second-factors.ts";
import { secondFactorTexts as t } from "../texts/second-factor.sv.ts";
import { CodeForm } from "./code-form.tsx";
import type { Way } from "./factor-ways.ts";
import { PasskeyChallenge } from "./passkey-challenge.tsx";
import { PhoneChallenge } from "./phone-challenge.tsx";
import { RecoveryCodeChallenge } from "./recovery-code-challenge.tsx";

export interface FactorChoiceProps {
  ways: readonly Way[];
  onShown?: () => void;
}

export function FactorChoice({ ways, onShown }: FactorChoiceProps) {
  const [chosenId, setChosenId] = useState(ways[0]?.id);
  const chosen = ways.find(({ id }) => id === chosenId);
  const others = ways.filter((way) => way !== chosen);
  const shown = { ...(onShown && { onShown }) };
  return (
    <>
      {chosen?.kind === "totp" && <AppChallenge key={chosen.id} way={chosen} {...shown} />}
      {chosen?.kind === "webauthn" && <PasskeyChallenge key={chosen.id} way={chosen} {...shown} />}
      {chosen?.kind === "phone" && <PhoneChallenge key={chosen.id} way={chosen} {...shown} />}
      {chosen?.kind === "recovery_code" && <RecoveryCodeChallenge {...shown} />}
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

function AppChallenge({ way, onShown }: { way: Way; onShown?: () => void }) {
  const [code, setCode] = useState("");
  return (
    <CodeForm
      label={way.name === null ? t.appCode : t.appCodeOf(way.name)}
      hint={t.appCodeHint}
      code={code}
      onChange={setCode}
      onSubmit={() => showAppCode(way.id, code)}
      {...(onShown && { onDone: onShown })}
    />
  );
}
