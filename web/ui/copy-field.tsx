// A value that is there to be copied.
import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "react-aria-components";
import { announce } from "../lib/announce.ts";
import { words } from "../texts/words.ts";

export interface CopyFieldProps {
  /** "Gate-id"; names the button too. Given: a full row with the label left, for set-up panels. */
  label: string;
  value: string;
  /** Shown as dots, copied in full. */
  secret?: boolean | undefined;
  /** Only the chip, without the label. */
  bare?: boolean | undefined;
}

const CONFIRMED_MS = 1_500;

export function CopyField({ label, value, secret, bare }: CopyFieldProps) {
  const [copied, setCopied] = useState(false);

  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(value);
    setCopied(true);
    announce(words.copied);
    setTimeout(() => setCopied(false), CONFIRMED_MS);
  }

  const chip = (
    <Button
      aria-label={secret ? `${words.copy} ${label}` : `${words.copy} ${label}: ${value}`}
      onPress={() => void copy()}
      data-ground
      className="ring-focus inline-flex min-h-6 max-w-full items-center gap-2 rounded-chip border border-line bg-sunken px-2 font-mono text-small text-ink transition-colors duration-100 data-hovered:bg-active coarse:min-h-10"
    >
      <span className="min-w-0 break-all text-left">{secret ? "••••••••" : value}</span>
      {copied ? (
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
