import { Check, CircleHelp, OctagonAlert, Repeat2 } from "lucide-react";
import { useNow } from "#web/lib/now.ts";
import { words } from "#web/texts/words.sv.ts";
import { Spinner } from "#web/ui/spinner.tsx";
import { type MacroFacts, type MacroState, macroState } from "../macro-state.ts";
import { accessLogsTexts } from "../texts/access-logs.sv.ts";

const LOOKS = {
  executed: { icon: Check, tint: "text-ok", ink: "text-ink-2", word: accessLogsTexts.executed },
  refused: { icon: OctagonAlert, tint: "text-fail", ink: "text-fail-ink", word: accessLogsTexts.refused },
  unknown: { icon: CircleHelp, tint: "text-ink-2", ink: "text-ink-2", word: accessLogsTexts.unknown },
  repeat: { icon: Repeat2, tint: "text-ink-3", ink: "text-ink-3", word: accessLogsTexts.repeat },
} satisfies Partial<Record<MacroState, object>>;

export function MacroCell({ row }: { row: MacroFacts }) {
  const state = useMacroState(row);
  if (state === "none")
    return (
      <span data-none className="text-ink-3">
        {words.none}
      </span>
    );
  if (state === "sending")
    return (
      <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-ink-2">
        <Spinner size={14} />
        {accessLogsTexts.sending}
      </span>
    );
  const { icon: Icon, tint, ink, word } = LOOKS[state];
  return (
    <span className={`inline-flex items-baseline gap-1.5 whitespace-nowrap ${ink}`}>
      <Icon aria-hidden size={14} className={`self-center ${tint}`} />
      {word}
    </span>
  );
}

/** Returns the state of the opening, which becomes unknown as time passes. */
export function useMacroState(row: MacroFacts): MacroState {
  return macroState(row, useNow());
}
