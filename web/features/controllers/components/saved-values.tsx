import { type ReactNode, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { controllerDialogTexts as t } from "../texts/controller-dialog.sv.ts";

/** Shows credentials only on request, because each reading of them is audited. */
export function SavedValues({ help, children }: { help: string; children: ReactNode }) {
  const [shown, setShown] = useState(false);
  if (!shown)
    return (
      <div>
        <Button onPress={() => setShown(true)}>{t.showPanel}</Button>
      </div>
    );
  return (
    <section className="rounded-card border border-line px-4 py-3">
      <p className="mb-3 text-small text-ink-2">{help}</p>
      {children}
    </section>
  );
}
