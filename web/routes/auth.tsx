// The login page; a signed-in person is sent on to their area.
import { Languages, Moon, Sun, SunMoon } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { ConnectionBar } from "../app/connection-bar.tsx";
import { GuestGuard } from "../app/guard.tsx";
import { LoginForm } from "../features/session/components/login-form.tsx";
import { chooseLanguage, LANGUAGES } from "../lib/language.ts";
import { usePageEntered } from "../lib/page-entered.ts";
import { signOut, useSession } from "../lib/session.ts";
import { chooseTheme, THEMES, type Theme, useTheme } from "../lib/theme.ts";
import { authTexts } from "../texts/auth.ts";
import { frameTexts } from "../texts/frame.ts";
import { LANGUAGE_INFO, language } from "../texts/language.ts";
import { Button } from "../ui/button.tsx";
import { Mark } from "../ui/mark.tsx";
import { Note } from "../ui/note.tsx";

// Wanted once in an installation's life.
const FirstAdminForm = lazy(() =>
  import("../features/session/components/first-admin-form.tsx").then((module) => ({ default: module.FirstAdminForm })),
);
const InvitationForm = lazy(() =>
  import("../features/session/components/invitation-form.tsx").then((module) => ({ default: module.InvitationForm })),
);

export function AuthPage() {
  // The e-mail field takes the focus; the heading is only named.
  usePageEntered(authTexts.title);
  const session = useSession();
  const [setupToken, setSetupToken] = useState(() => new URLSearchParams(location.search).get("setup"));
  const [invitation, setInvitation] = useState(() => new URLSearchParams(location.search).get("invitation"));
  return (
    <GuestGuard>
      <div className="relative flex min-h-dvh flex-col bg-canvas">
        <ConnectionBar className="top-0" />
        <main className="mx-auto flex w-full max-w-[360px] flex-1 flex-col justify-center px-4 py-10 sm:px-0">
          <Mark size="lg" />
          {session.status === "restricted" ? (
            <Restricted email={session.email} code={session.code} />
          ) : setupToken !== null ? (
            <Suspense>
              <FirstAdminForm token={setupToken} onLeave={() => setSetupToken(null)} />
            </Suspense>
          ) : invitation !== null ? (
            <Suspense>
              <InvitationForm token={invitation} onLeave={() => setInvitation(null)} />
            </Suspense>
          ) : (
            <>
              <h1 tabIndex={-1} className="mt-4 text-h0 text-ink">
                {authTexts.title}
              </h1>
              <p className="mb-6 text-body text-ink-2">{authTexts.subtitle}</p>
              <LoginForm />
            </>
          )}
        </main>
        <footer className="flex justify-center gap-1 px-4 pb-5">
          <LanguageButton />
          <ThemeButton />
        </footer>
      </div>
    </GuestGuard>
  );
}

/** Signed in, but the server lets the person no further yet: a temporary password, or a second factor. */
function Restricted({ email, code }: { email: string; code: string }) {
  const reason = code === "insufficient_aal" ? authTexts.secondFactorRequired : authTexts.passwordChangeRequired;
  return (
    <>
      <h1 tabIndex={-1} className="mt-4 text-h0 text-ink">
        {authTexts.restrictedTitle}
      </h1>
      <p className="mb-4 text-body text-ink-2">{authTexts.restrictedHelp(email)}</p>
      <Note tone="wait">{reason}</Note>
      <Button wide size="lg" className="mt-4" onPress={() => void signOut()}>
        {frameTexts.signOut}
      </Button>
    </>
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
    <Button key={other} variant="ghost" size="sm" icon={Languages} onPress={() => chooseLanguage(other)}>
      <span lang={other}>{LANGUAGE_INFO[other].name}</span>
    </Button>
  ));
}
