import { Button } from "#web/ui/button.tsx";
import { Note } from "#web/ui/note.tsx";
import { StepHead } from "../step-head.tsx";
import { authTexts, landingProblemText } from "../texts/auth.sv.ts";

export interface LandingProblemProps {
  /** A code of the server, or the page's own `opened_elsewhere`. */
  code: string;
  onLeave: () => void;
  onRequestLink: () => void;
}

const DEAD_LINK = ["otp_expired", "flow_state_not_found"];
const ELSEWHERE = ["opened_elsewhere", "bad_code_verifier"];

export function LandingProblem({ code, onLeave, onRequestLink }: LandingProblemProps) {
  const link = DEAD_LINK.includes(code)
    ? { title: authTexts.linkDeadTitle, text: authTexts.linkDead }
    : ELSEWHERE.includes(code)
      ? { title: authTexts.linkElsewhereTitle, text: authTexts.linkElsewhere }
      : null;
  return (
    <>
      <StepHead title={link?.title ?? authTexts.providerTitle} focus />
      <Note tone="fail" role="alert">
        {link?.text ?? landingProblemText(code)}
      </Note>
      <div className="mt-4 flex flex-col gap-2">
        {link !== null && (
          <Button variant="primary" size="lg" wide onPress={onRequestLink}>
            {authTexts.requestLink}
          </Button>
        )}
        <Button variant={link === null ? "primary" : "secondary"} size="lg" wide onPress={onLeave}>
          {authTexts.toLogin}
        </Button>
      </div>
    </>
  );
}
