import { REFUSED_CALL_SHOWN_DAYS } from "#contract/refused-calls.ts";
import { useNow } from "#web/lib/now.ts";
import { Note } from "#web/ui/note.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import type { DeviceFacts } from "../api/device-facts.ts";
import { refusedCallSentence, refusedCallTexts as t } from "../texts/refused-calls.sv.ts";

const DAY_MS = 86_400_000;

/** Shows the latest call for the gate that was refused before a passage was logged. */
export function RefusedCallNote({ facts: { refused_at, refused_cause } }: { facts: DeviceFacts }) {
  const now = useNow();
  if (refused_at === null || now - Date.parse(refused_at) > REFUSED_CALL_SHOWN_DAYS * DAY_MS) return null;
  return (
    <div className="mt-2.5">
      <Note tone="wait">
        {t.latest}: <RelativeTime value={refused_at} fallback="" always />. {refusedCallSentence(refused_cause)}{" "}
        {t.notLogged}
      </Note>
    </div>
  );
}
