// Asks for the second factor. The guard lets the person in as soon as the server accepts it.

import { StepHead } from "../step-head.tsx";
import { secondFactorTexts as t } from "../texts/second-factor.sv.ts";
import { FactorChoice } from "./factor-choice.tsx";
import type { Way } from "./factor-ways.ts";

export interface SecondFactorChallengeProps {
  email: string;
  ways: readonly Way[];
}

export function SecondFactorChallenge({ email, ways }: SecondFactorChallengeProps) {
  return (
    <>
      <StepHead title={t.challengeTitle} help={t.challengeHelp(email)} focus={ways[0]?.kind === "webauthn"} />
      <FactorChoice ways={ways} />
    </>
  );
}
