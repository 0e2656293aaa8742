// A PIN in a list: dots, and an eye that fetches it (audited) and shows it for 15 seconds.
import { Eye, EyeOff, Handshake } from "lucide-react";
import { use, useEffect, useId, useState } from "react";
import { Button } from "react-aria-components";
import { MASKED_PIN } from "#contract/pin.ts";
import { announce } from "#web/lib/announce.ts";
import { cx } from "#web/lib/cx.ts";
import { createStore, useStore } from "#web/lib/store.ts";
import { words } from "#web/texts/words.sv.ts";
import { useBusy } from "#web/ui/busy.ts";
import { RowNameContext } from "#web/ui/row-name.ts";
import { Spinner } from "#web/ui/spinner.tsx";

const SHOWN_SECONDS = 15;

const shownChip = createStore<string | null>(null);

export interface PinChipProps {
  /** The PIN's owner, for its buttons and announcements; in a list the row names the owner. */
  name?: string | undefined;
  /** Fetches the PIN; shows its own error. Absent: only dots. */
  onReveal?: (() => Promise<string>) | undefined;
  /** Offered while the PIN is shown. */
  onHandOver?: ((pin: string) => void) | undefined;
}

export function PinChip({ name: own, onReveal, onHandOver }: PinChipProps) {
  const name = use(RowNameContext) ?? own;
  const { pin, left, busy, toggle } = useShownPin(name, onReveal);
  const visible = pin !== null;
  const atWork = useBusy(busy, undefined);
  return (
    <span
      {...(visible && { "data-revealed": "" })}
      className="inline-flex shrink-0 items-center gap-2 group-data-one-line/credential:gap-1"
    >
      <span
        translate="no"
        data-ground
        className={cx(
          "inline-flex h-6 items-center rounded-chip border border-line font-mono text-body",
          onReveal ? "pl-2 print:pr-2" : "px-2",
          visible ? "bg-accent-soft text-accent-ink" : "bg-sunken text-ink",
        )}
      >
        <span role="img" aria-label={visible ? `PIN ${pin}` : words.pinHidden} className="tabular tracking-[0.14em]">
          {visible ? pin : MASKED_PIN}
        </span>
        {onReveal && (
          <Button
            aria-label={visible ? words.hidePinOf(name) : words.showPinOf(name)}
            {...atWork}
            aria-busy={busy || undefined}
            onPress={() => void toggle()}
            className="ring-focus ml-0.5 inline-flex size-6 print:hidden items-center justify-center rounded-chip text-ink-2 data-hovered:text-ink coarse:-my-2 coarse:size-10"
          >
            {busy ? <Spinner size={14} /> : visible ? <EyeOff aria-hidden size={14} /> : <Eye aria-hidden size={14} />}
          </Button>
        )}
      </span>
      {visible && onHandOver && (
        <Button
          aria-label={words.handOverPinOf(name)}
          onPress={() => onHandOver(pin)}
          className="ring-focus inline-flex size-6 items-center justify-center rounded-chip text-ink-2 data-hovered:text-ink print:hidden coarse:-my-2 coarse:size-10"
        >
          <Handshake aria-hidden size={15} />
        </Button>
      )}
      {visible && <Countdown left={left} />}
    </span>
  );
}

/** Fetches the PIN and shows it for 15 seconds, or until another chip shows its own. */
function useShownPin(name: string | undefined, onReveal: PinChipProps["onReveal"]) {
  const id = useId();
  const shown = useStore(shownChip) === id;
  const [pin, setPin] = useState<string | null>(null);
  const [left, setLeft] = useState(0);
  const [busy, setBusy] = useState(false);
  const visible = shown && pin !== null;

  useEffect(() => {
    if (!visible) return;
    const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1000);
    const end = setTimeout(() => shownChip.set(null), SHOWN_SECONDS * 1000);
    return () => {
      clearInterval(timer);
      clearTimeout(end);
      setPin(null);
    };
  }, [visible]);

  useEffect(() => {
    if (!visible || pin === null) return;
    // Announced digit by digit, and removed from the page with the PIN.
    announce(words.pinRevealed(pin.split("").join(" "), name));
    return () => announce("");
  }, [visible, pin, name]);

  async function toggle(): Promise<void> {
    if (visible || !onReveal) return shownChip.set(null);
    setBusy(true);
    try {
      const revealed = await onReveal();
      setPin(revealed);
      setLeft(SHOWN_SECONDS);
      shownChip.set(id);
    } catch {
      // onReveal has shown the error; the chip stays closed.
      shownChip.set(null);
    } finally {
      setBusy(false);
    }
  }

  return { pin: visible ? pin : null, left, busy, toggle };
}

/** Shows a countdown, only for screen readers where the row is one short line: the state beside it must be readable. */
function Countdown({ left }: { left: number }) {
  return (
    <span className="tabular text-meta text-ink-2 group-data-one-line/credential:@2xl/list:sr-only group-data-one-line/credential:@[68rem]/list:not-sr-only">
      {words.shownFor(left)}
    </span>
  );
}
