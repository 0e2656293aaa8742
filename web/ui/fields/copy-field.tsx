import { Check, Copy } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "react-aria-components";
import { announce } from "#web/lib/announce.ts";
import { copied } from "#web/lib/clipboard.ts";
import { afterPress } from "#web/lib/press.ts";
import { words } from "#web/texts/words.sv.ts";

export interface CopyFieldProps {
  /** "Gate-id"; also names the button. A field with a label is a full row with the label at the left, for set-up panels. */
  label: string;
  value: string;
  secret?: boolean | undefined;
  /** Only the chip, without the label. */
  bare?: boolean | undefined;
}

const CONFIRMED_MS = 1_500;

/** Shows a value that a press copies. Without a clipboard the value is selected, to be copied by hand; `secret` shows dots. */
export function CopyField({ label, value, secret, bare }: CopyFieldProps) {
  const [state, setState] = useState<"idle" | "copied" | "by-hand">("idle");

  async function copy(): Promise<void> {
    if (!(await copied(value))) return setState("by-hand");
    setState("copied");
    announce(words.copied);
    // A later press may have found no clipboard; the text that it selected then stays.
    setTimeout(() => setState((now) => (now === "copied" ? "idle" : now)), CONFIRMED_MS);
  }

  const chip =
    state === "by-hand" ? (
      <ByHand label={label} value={value} onDone={() => setState("idle")} />
    ) : (
      <Button
        aria-label={secret ? `${words.copy} ${label}` : `${words.copy} ${label}: ${value}`}
        onPress={() => void copy()}
        data-ground
        className="ring-focus inline-flex min-h-6 max-w-full items-center gap-2 rounded-chip border border-line bg-sunken px-2 font-mono text-small text-ink transition-colors duration-100 data-hovered:bg-active coarse:min-h-10"
      >
        <span translate="no" className="min-w-0 wrap-anywhere text-left">
          {secret ? "••••••••" : value}
        </span>
        {state === "copied" ? (
          <Check aria-hidden size={14} className="shrink-0 text-ok" />
        ) : (
          <Copy aria-hidden size={14} className="shrink-0 text-ink-2" />
        )}
      </Button>
    );
  if (bare) return chip;
  return (
    <div className="grid items-center gap-x-4 gap-y-1 sm:grid-cols-[140px_minmax(0,1fr)]">
      <span className="text-small text-ink-2">{label}</span>
      <span className="min-w-0">{chip}</span>
    </div>
  );
}

/**
 * Shows the value as selected text, even a secret, since dots cannot be copied. Hidden again on blur, but not under the press that took the
 * focus: a button below would move and lose the press.
 */
function ByHand({ label, value, onDone }: { label: string; value: string; onDone: () => void }) {
  const id = useId();
  return (
    <span className="inline-flex w-full max-w-full flex-col gap-1">
      <input
        readOnly
        aria-label={label}
        aria-describedby={id}
        value={value}
        ref={selectAll}
        onBlur={() => afterPress(onDone)}
        className="ring-focus min-h-6 w-full min-w-0 rounded-chip border border-line bg-accent-soft px-2 font-mono text-small text-ink coarse:min-h-10"
      />
      <span id={id} role="status" className="text-meta text-ink-2">
        {words.copyByHand}
      </span>
    </span>
  );
}

function selectAll(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}
