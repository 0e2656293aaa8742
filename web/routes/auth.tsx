// The login page; a signed-in person is sent on to their area.
import { Languages, Moon, Sun, SunMoon } from "lucide-react";
import { type ReactNode, useState } from "react";
import { ConnectionBar } from "#web/app/connection-bar.tsx";
import { GuestGuard } from "#web/app/guard.tsx";
import { LoginForm } from "#web/features/auth/sign-in/login-form.tsx";
import { ProviderButtons } from "#web/features/auth/sign-in/provider-buttons.tsx";
import { useShellGone } from "#web/lib/app-shell.ts";
import { leaveLanding, useLandingProblem } from "#web/lib/landing.ts";
import { chooseLanguage, LANGUAGES } from "#web/lib/language.ts";
import { usePageEntered } from "#web/lib/page-entered.ts";
import { useSession } from "#web/lib/session.ts";
import { chooseTheme, THEMES, type Theme, useTheme } from "#web/lib/theme.ts";
import { authTexts } from "#web/texts/auth.ts";
import { frameTexts } from "#web/texts/frame.ts";
import { LANGUAGE_INFO, language } from "#web/texts/language.ts";
import { Button } from "#web/ui/button.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { Logo } from "#web/ui/logo.tsx";

// Each wanted by few: the form that everybody meets comes first.
const FirstAdminForm = lazyPart(
  () => import("#web/features/auth/sign-in/first-admin-form.tsx"),
  (module) => module.FirstAdminForm,
);
const InvitationForm = lazyPart(
  () => import("#web/features/auth/sign-in/invitation-form.tsx"),
  (module) => module.InvitationForm,
);
const RemainingStep = lazyPart(
  () => import("#web/features/auth/sign-in/remaining-step.tsx"),
  (module) => module.RemainingStep,
);
const LandingProblem = lazyPart(
  () => import("#web/features/auth/sign-in/landing-problem.tsx"),
  (module) => module.LandingProblem,
);
const ConfirmEmail = lazyPart(
  () => import("#web/features/auth/sign-in/confirm-email.tsx"),
  (module) => module.ConfirmEmail,
);

/** A one-time token that a link brought, by its parameter; it goes from the address as soon as it has nothing more to do. */
function useLinkToken(parameter: string): [string | null, () => void] {
  const [token, setToken] = useState(() => new URLSearchParams(location.search).get(parameter));
  return [token, () => setToken(null)];
}

export function AuthPage() {
  // The e-mail field takes the focus; the heading is only named.
  usePageEntered(authTexts.title);
  const session = useSession();
  const problem = useLandingProblem();
  const [forgot, setForgot] = useState(false);
  const [setupToken, leaveSetup] = useLinkToken("setup");
  const [invitation, leaveInvitation] = useLinkToken("invitation");
  const [emailToken, leaveEmail] = useLinkToken("email_change");

  // Told to a signed-in person too, before the guard sends them on.
  if (emailToken !== null)
    return (
      <Column>
        <ConfirmEmail
          token={emailToken}
          onLeave={() => {
            leaveLanding();
            leaveEmail();
          }}
        />
      </Column>
    );
  if (problem !== null)
    return (
      <Column>
        <LandingProblem
          code={problem}
          onLeave={leaveLanding}
          onRequestLink={() => {
            leaveLanding();
            setForgot(true);
          }}
        />
      </Column>
    );
  return (
    <GuestGuard>
      <Column>
        {session.status === "restricted" ? (
          <RemainingStep email={session.email} step={session.step} />
        ) : setupToken !== null ? (
          <FirstAdminForm token={setupToken} onLeave={leaveSetup} />
        ) : invitation !== null ? (
          <InvitationForm token={invitation} onLeave={leaveInvitation} />
        ) : (
          <>
            <h1 tabIndex={-1} className="mt-4 text-h0 text-ink">
              {authTexts.title}
            </h1>
            <p className="mb-6 text-body text-ink-2">{authTexts.subtitle}</p>
            <LoginForm forgotAtOnce={forgot} />
            <ProviderButtons />
          </>
        )}
      </Column>
    </GuestGuard>
  );
}

function Column({ children }: { children: ReactNode }) {
  useShellGone();
  return (
    <div className="relative flex min-h-dvh flex-col bg-canvas">
      <ConnectionBar className="top-0" />
      <main className="mx-auto flex w-full max-w-[360px] flex-1 flex-col justify-center px-4 py-10 sm:px-0">
        <Logo size="lg" />
        {children}
      </main>
      <footer className="flex justify-center gap-1 px-4 pb-5">
        <LanguageButton />
        <ThemeButton />
      </footer>
    </div>
  );
}

const THEME_ICONS = { light: Sun, dark: Moon, system: SunMoon } as const;
const THEME_WORDS: Record<Theme, string> = {
  light: frameTexts.light,
  dark: frameTexts.dark,
  system: frameTexts.followSystem,
};

/** Goes round the three; a menu would be much for a page with one form. */
function ThemeButton() {
  const theme = useTheme();
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "system";
  return (
    <Button
      variant="ghost"
      size="sm"
      icon={THEME_ICONS[theme]}
      aria-label={frameTexts.themeNow(THEME_WORDS[theme])}
      onPress={() => chooseTheme(next)}
    >
      {THEME_WORDS[theme]}
    </Button>
  );
}

/** Names the other language in its own words: whoever needs it cannot read the page. */
function LanguageButton() {
  return LANGUAGES.filter((other) => other !== language()).map((other) => (
    <Button key={other} variant="ghost" size="sm" icon={Languages} onPress={() => void chooseLanguage(other)}>
      <span lang={other}>{LANGUAGE_INFO[other].name}</span>
    </Button>
  ));
}
