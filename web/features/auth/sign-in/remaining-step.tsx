import { useEffect, useState } from "react";
import type { Factor } from "#contract/auth.ts";
import { errorSentence } from "#web/lib/calls/errors.ts";
import type { RemainingStep as Step } from "#web/lib/session/remaining-step.ts";
import { endRecovery, signOut } from "#web/lib/session/session.ts";
import { frameTexts } from "#web/texts/frame.sv.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { Note } from "#web/ui/note.tsx";
import { readAccount } from "../api/read-account.ts";
import { readSignInWays, type SignInWays } from "../api/sign-in-ways.ts";
import { FactorEnrolment } from "../factors/factor-enrolment.tsx";
import { factorWays } from "../factors/factor-ways.ts";
import { SecondFactorChallenge } from "../factors/second-factor-challenge.tsx";
import { StepHead } from "../step-head.tsx";
import { authTexts } from "../texts/auth.sv.ts";
import { ChoosePasswordForm } from "./choose-password-form.tsx";

export interface RemainingStepProps {
  email: string;
  step: Step;
}

export function RemainingStep({ email, step }: RemainingStepProps) {
  return (
    <>
      <StepOf key={step} email={email} step={step} />
      <Button variant="ghost" wide className="mt-4" onPress={() => void signOut()}>
        {frameTexts.signOut}
      </Button>
    </>
  );
}

function StepOf({ email, step }: RemainingStepProps) {
  switch (step) {
    case "recover":
      return (
        <>
          <StepHead title={authTexts.recoverTitle} help={authTexts.recoverHelp(email)} />
          <ChoosePasswordForm email={email} onSaved={endRecovery} />
        </>
      );
    case "change-password":
      return (
        <>
          <StepHead title={authTexts.changeTitle} help={authTexts.changeHelp(email)} />
          {/* The guard notices the changed account. */}
          <ChoosePasswordForm email={email} onSaved={() => undefined} />
        </>
      );
    case "challenge":
    case "enrol":
      return <FactorStep email={email} step={step} />;
  }
}

interface Known {
  factors: readonly Factor[];
  ways: SignInWays;
}

function FactorStep({ email, step }: { email: string; step: "challenge" | "enrol" }) {
  const [known, setKnown] = useState<Known | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [asked, setAsked] = useState(0);
  // oxlint-disable-next-line react/exhaustive-deps -- `asked` is not read: it asks again
  useEffect(() => {
    let gone = false;
    Promise.all([readAccount(), readSignInWays()])
      .then(([{ factors }, ways]) => !gone && setKnown({ factors, ways }))
      .catch((error) => !gone && setProblem(errorSentence(error)));
    return () => {
      gone = true;
    };
  }, [asked]);

  function again(): void {
    setProblem(null);
    setAsked(asked + 1);
  }

  if (problem !== null)
    return (
      <Note tone="fail" role="alert" className="mt-4" actions={[{ label: words.retry, onAction: again }]}>
        {problem}
      </Note>
    );
  if (known === null) return null;
  if (step === "enrol") return <FactorEnrolment ways={known.ways} />;
  return <SecondFactorChallenge email={email} ways={factorWays(known.factors, known.ways)} />;
}
