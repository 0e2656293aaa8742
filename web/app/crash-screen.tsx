import { useEffect } from "react";
import { useShellGone } from "#web/lib/frame/app-shell.ts";
import { frameTexts } from "#web/texts/frame.sv.ts";
import { Button } from "#web/ui/button.tsx";

/** Replaces a page that threw while rendering. The browser reports the error; the person gets a way on. */
export function CrashScreen({ error }: { error: unknown }) {
  useShellGone();
  useEffect(() => reportError(error), [error]);
  return (
    <div role="alert" className="flex min-h-80 flex-col items-center justify-center px-6 py-16 text-center">
      <h1 tabIndex={-1} className="text-h1 text-ink">
        {frameTexts.crashTitle}
      </h1>
      <p className="mt-1.5 mb-5 text-body text-ink-2">{frameTexts.crashHelp}</p>
      <Button variant="primary" onPress={() => location.reload()}>
        {frameTexts.reload}
      </Button>
    </div>
  );
}
