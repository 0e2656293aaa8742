import { useEffect, useState } from "react";
import { shellStands, useShellGone } from "#web/lib/frame/app-shell.ts";
import { frameTexts } from "#web/texts/frame.sv.ts";
import { Spinner } from "#web/ui/spinner.tsx";
import { Logo } from "./logo.tsx";

const SHOW_AFTER_MS = 150;

/** Shows, while the session is unknown, logo and spinner after 150 ms, never another role's page. `problem`: why it takes long. */
export function GuardScreen({ problem = null }: { problem?: string | null }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SHOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!shown && shellStands()) return null;
  return (
    <main className="flex min-h-dvh items-center justify-center bg-canvas">
      {shown && <LogoAndSpinner problem={problem} />}
    </main>
  );
}

function LogoAndSpinner({ problem }: { problem: string | null }) {
  useShellGone();
  return (
    <div role="status" className="flex flex-col items-center gap-5 text-ink-2">
      <Logo size="lg" />
      <Spinner size={20} />
      <h1 className="sr-only">{frameTexts.loadingPage}</h1>
      {problem !== null && (
        <div className="max-w-sm px-4 text-center">
          <p className="text-ink">{problem}</p>
          <p>{frameTexts.trying}</p>
        </div>
      )}
    </div>
  );
}
