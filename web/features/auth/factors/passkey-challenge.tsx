import { Fingerprint } from "lucide-react";
import { Button } from "#web/ui/button.tsx";
import { Note } from "#web/ui/note.tsx";
import { showPasskey } from "../api/second-factors.ts";
import { secondFactorTexts as t } from "../texts/second-factor.sv.ts";
import { useOperation } from "../use-operation.ts";
import type { Way } from "./factor-ways.ts";

/** Asks for a passkey after a press: some browsers refuse otherwise, and the prompt surprises nobody. */
export function PasskeyChallenge({ way, onShown }: { way: Way; onShown?: () => void }) {
  const operation = useOperation();
  return (
    <div className="flex flex-col gap-3">
      {operation.problem && (
        <Note tone="fail" role="alert">
          {operation.problem}
        </Note>
      )}
      <Button
        variant="primary"
        size="lg"
        wide
        icon={Fingerprint}
        busy={operation.busy}
        busyLabel={t.confirming}
        onPress={() => void operation.run(() => showPasskey(way.id)).then((shown) => shown && onShown?.())}
      >
        {way.label}
      </Button>
      <p className="text-small text-ink-2">{t.passkeyHelp}</p>
    </div>
  );
}
