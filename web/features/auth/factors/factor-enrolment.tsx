import { Fingerprint, type LucideIcon, MessageSquareText, Smartphone } from "lucide-react";
import { useState } from "react";
import { Button as AriaButton } from "react-aria-components";
import { holdSession } from "#web/lib/session/session.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { Note } from "#web/ui/note.tsx";
import { toastDone, toastFailure } from "#web/ui/toasts/toast.tsx";
import { makeRecoveryCodes } from "../api/recovery-codes.ts";
import { beginApp } from "../api/second-factors.ts";
import type { SignInWays } from "../api/sign-in-ways.ts";
import { StepHead } from "../step-head.tsx";
import { secondFactorTexts as t } from "../texts/second-factor.sv.ts";
import { useOperation } from "../use-operation.ts";
import { NewFactor, type NewFactorKind } from "./new-factor.tsx";
import { RecoveryCodesList } from "./recovery-codes-list.tsx";

type Stage = { name: "choose" } | NewFactorKind | { name: "codes"; codes: readonly string[] };

const TITLES: Record<Stage["name"], string> = {
  choose: t.enrolTitle,
  app: t.appTitle,
  passkey: t.passkeyTitle,
  phone: t.phoneTitle,
  codes: t.codesTitle,
};

export function FactorEnrolment({ ways }: { ways: SignInWays }) {
  const [stage, setStage] = useState<Stage>({ name: "choose" });
  const operation = useOperation();

  /** Shows the recovery codes, which appear once, before the portal opens. */
  async function added(): Promise<void> {
    toastDone("factor:add", t.added);
    try {
      setStage({ name: "codes", codes: await makeRecoveryCodes({ anew: false }) });
    } catch (error) {
      toastFailure("recovery-codes:make", error, { words: () => t.codesFailed });
      holdSession(false);
    }
  }

  function begin(next: Stage): void {
    holdSession(true);
    setStage(next);
  }

  return (
    <>
      <StepHead
        key={stage.name}
        title={TITLES[stage.name]}
        help={stage.name === "choose" && t.enrolHelp}
        focus={stage.name === "choose" || stage.name === "codes"}
      />
      {operation.problem && (
        <Note tone="fail" role="alert" className="mb-3">
          {operation.problem}
        </Note>
      )}
      {stage.name === "choose" && (
        <Kinds
          ways={ways}
          onApp={() => void operation.run(async () => begin({ name: "app", app: await beginApp(t.app) }))}
          onChoose={(name) => begin({ name })}
        />
      )}
      {stage.name === "codes" && <RecoveryCodesList codes={stage.codes} onSaved={() => holdSession(false)} />}
      {stage.name !== "choose" && stage.name !== "codes" && (
        <>
          <NewFactor kind={stage} onAdded={() => void added()} />
          <Button wide className="mt-3" onPress={() => setStage({ name: "choose" })}>
            {words.back}
          </Button>
        </>
      )}
    </>
  );
}

interface KindsProps {
  ways: SignInWays;
  onApp: () => void;
  onChoose: (name: "passkey" | "phone") => void;
}

function Kinds({ ways, onApp, onChoose }: KindsProps) {
  return (
    <div className="flex flex-col gap-2">
      <Kind icon={Smartphone} title={t.app} help={t.appHelp} onPress={onApp} />
      {ways.passkeys && (
        <Kind icon={Fingerprint} title={t.passkey} help={t.passkeyKindHelp} onPress={() => onChoose("passkey")} />
      )}
      {ways.sms && (
        <Kind icon={MessageSquareText} title={t.phone} help={t.phoneHelp} onPress={() => onChoose("phone")} />
      )}
    </div>
  );
}

function Kind(props: { icon: LucideIcon; title: string; help: string; onPress: () => void }) {
  const { icon: Icon, title, help, onPress } = props;
  return (
    <AriaButton
      onPress={onPress}
      className="ring-focus flex w-full items-start gap-3 rounded-card border border-line bg-surface px-3.5 py-3 text-left transition-colors duration-100 data-hovered:bg-hover"
    >
      <Icon aria-hidden size={18} className="mt-0.5 shrink-0 text-ink-2" />
      <span className="min-w-0">
        <span className="block text-body font-strong text-ink">{title}</span>
        <span className="block text-small text-ink-2">{help}</span>
      </span>
    </AriaButton>
  );
}
