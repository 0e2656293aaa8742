import { Note } from "#web/ui/note.tsx";
import type { DeviceFacts } from "../api/device-facts.ts";
import { deviceWarningTexts } from "../texts/controller-dialog.sv.ts";

/** Shows the LPR server's last report about the gate's present macro; a report about another macro is ignored. */
export function MacroNote({
  facts: { macro_id, disabled_macro_id, missing_macro_id },
}: {
  facts: Pick<DeviceFacts, "macro_id" | "disabled_macro_id" | "missing_macro_id">;
}) {
  if (macro_id === null) return null;
  const isMissing = missing_macro_id === macro_id;
  if (!isMissing && disabled_macro_id !== macro_id) return null;
  return (
    <div className="mt-2.5">
      <Note tone="wait">
        {isMissing ? deviceWarningTexts.macroGone : deviceWarningTexts.warnings["macro_disabled"]}
      </Note>
    </div>
  );
}
