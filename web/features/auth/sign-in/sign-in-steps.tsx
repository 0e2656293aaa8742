import { useState } from "react";
import { STOP_NOTICES } from "#contract/stop-notices-link.ts";
import { usePageTitle } from "#web/lib/page-entered.ts";
import { leaveLanding, useLandingProblem } from "#web/lib/session/landing.ts";
import { useSession } from "#web/lib/session/session.ts";
import { lazyPart } from "#web/ui/lazy/lazy-part.tsx";
import { authTexts } from "../texts/auth.sv.ts";
import { LoginForm, type LoginFormProps } from "./login-form.tsx";
import { ProviderButtons } from "./provider-buttons.tsx";

// Rarely needed, so loaded after the login form.
const FirstAdminForm = lazyPart(
  () => import("./first-admin-form.tsx"),
  (module) => module.FirstAdminForm,
);
const InvitationForm = lazyPart(
  () => import("./invitation-form.tsx"),
  (module) => module.InvitationForm,
);
const RemainingStep = lazyPart(
  () => import("./remaining-step.tsx"),
  (module) => module.RemainingStep,
);
const LandingProblem = lazyPart(
  () => import("./landing-problem.tsx"),
  (module) => module.LandingProblem,
);
const ConfirmEmail = lazyPart(
  () => import("./confirm-email.tsx"),
  (module) => module.ConfirmEmail,
);
const StopNotices = lazyPart(
  () => import("./stop-notices.tsx"),
  (module) => module.StopNotices,
);

interface LinkToken {
  token: string | null;
  leave: () => void;
}

/** Returns a link's one-time token by its parameter; it is removed from the address once used. */
function useLinkToken(parameter: string): LinkToken {
  const [token, setToken] = useState(() => new URLSearchParams(location.search).get(parameter));
  return { token, leave: () => setToken(null) };
}

/** Returns the links' steps. `linkStep` is null when the link has no step left, signed in or not. */
export function useSignInLinks() {
  const problem = useLandingProblem();
  const [forgotAtOnce, setForgotAtOnce] = useState(false);
  const setup = useLinkToken("setup");
  const invitation = useLinkToken("invitation");
  const email = useLinkToken("email_change");
  const notices = useLinkToken(STOP_NOTICES);
  const leaveNotices = () => {
    leaveLanding();
    notices.leave();
  };
  const leaveEmail = () => {
    leaveLanding();
    email.leave();
  };
  const requestLink = () => {
    leaveLanding();
    setForgotAtOnce(true);
  };
  const linkStep =
    notices.token !== null ? (
      <StopNotices token={notices.token} onLeave={leaveNotices} />
    ) : email.token !== null ? (
      <ConfirmEmail token={email.token} onLeave={leaveEmail} />
    ) : problem !== null ? (
      <LandingProblem code={problem} onLeave={leaveLanding} onRequestLink={requestLink} />
    ) : null;
  return { linkStep, signIn: { setup, invitation, forgotAtOnce } };
}

export interface SignInStepProps {
  setup: LinkToken;
  invitation: LinkToken;
  forgotAtOnce: boolean;
  endedFor?: string | undefined;
}

export function SignInStep({ setup, invitation, forgotAtOnce, endedFor }: SignInStepProps) {
  const session = useSession();
  if (session.status === "restricted") return <RemainingStep email={session.email} step={session.step} />;
  if (setup.token !== null) return <FirstAdminForm token={setup.token} onLeave={setup.leave} />;
  if (invitation.token !== null) return <InvitationForm token={invitation.token} onLeave={invitation.leave} />;
  return <Login forgotAtOnce={forgotAtOnce} endedFor={endedFor} />;
}

function Login(props: LoginFormProps) {
  usePageTitle(authTexts.title);
  return (
    <>
      <h1 tabIndex={-1} className="mt-4 text-h0 text-ink">
        {authTexts.title}
      </h1>
      <p className="mb-6 text-body text-ink-2">{authTexts.subtitle}</p>
      <LoginForm {...props} />
      <ProviderButtons />
    </>
  );
}
