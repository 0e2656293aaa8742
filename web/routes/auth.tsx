import { useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ConnectionBar } from "#web/app/connection-bar.tsx";
import { GuestGuard } from "#web/app/guard.tsx";
import { LanguageButton, ThemeButton } from "#web/features/auth/sign-in/appearance-buttons.tsx";
import { SignInStep, useSignInLinks } from "#web/features/auth/sign-in/sign-in-steps.tsx";
import { useShellGone } from "#web/lib/frame/app-shell.ts";
import { Logo } from "#web/ui/page/logo.tsx";

export function AuthPage() {
  const endedFor = useLocation({ select: ({ state }) => state.endedFor });
  const { linkStep, signIn } = useSignInLinks();
  if (linkStep !== null) return <Column>{linkStep}</Column>;
  return (
    <GuestGuard>
      <Column>
        <SignInStep {...signIn} endedFor={endedFor} />
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
      <footer className="flex justify-center gap-1 px-4 pb-[calc(1.25rem+var(--toast-strip,0px))]">
        <LanguageButton />
        <ThemeButton />
      </footer>
    </div>
  );
}
