import { CircleAlert, CircleCheck, Clock, X } from "lucide-react";
import { type CSSProperties, type ReactNode, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { Toaster as Sonner, toast as sonner } from "sonner";
import { useIsPhone, useIsWide } from "#web/lib/media.ts";
import { afterPress, followPresses } from "#web/lib/press.ts";
import { createStore, useStore } from "#web/lib/store.ts";
import { words } from "#web/texts/words.sv.ts";
import { follow, leadOf } from "./refusal-leads.ts";
import { bottomBar, headButtons, openGutters, topRoom } from "./toast-clearance.ts";
import { keptStrip, placeOf, reserved } from "./toast-place.ts";

export interface Toast {
  role: "status" | "alert";
  title: string;
  text: ReactNode;
  /** Milliseconds; Infinity stays until closed. */
  duration: number;
  /** The act of the toast. A later toast of the same name replaces it. */
  name: string;
  /** An operation continues: neither done nor failed. */
  waits?: boolean;
  onClose?: () => void;
  action?: { label: string; onAction: () => void };
  /** The refusal that the toast is about: it may lead to the act that resolves it. */
  refusal?: unknown;
}

/** Toasts shown, by name. Each new toast has an id of its own, so that it is announced and its time starts again. */
const shown = new Map<string, { id: string; ended: (() => void) | undefined }>();
let made = 0;
/** Numbers the stacks. A toast that is shown while no other is begins a new stack. */
const stacks = createStore(1);

/** Shows a toast. sonner queues toasts until its Toaster is mounted. */
export function showToast(toast: Toast): void {
  afterPress(() => draw(toast));
}

function draw(toast: Toast): void {
  const { name, duration, onClose } = toast;
  end(name);
  if (shown.size === 0) stacks.set(stacks.get() + 1);
  const id = `toast ${++made}`;
  shown.set(name, { id, ended: onClose });
  const forget = () => {
    if (shown.get(name)?.id === id) shown.delete(name);
  };
  const close = () => {
    forget();
    sonner.dismiss(id);
    onClose?.();
  };
  sonner.custom(() => <ToastCard {...toast} onClose={close} />, {
    id,
    duration,
    onAutoClose: forget,
    onDismiss: forget,
  });
}

/** Drops the toasts of those names, after toasts shown before it. */
export function dropToasts(isDropped: (name: string) => boolean): void {
  afterPress(() => {
    for (const name of [...shown.keys()].filter(isDropped)) end(name);
  });
}

function end(name: string): void {
  const toast = shown.get(name);
  if (toast === undefined) return;
  shown.delete(name);
  sonner.dismiss(toast.id);
  toast.ended?.();
}

function ToastCard({ role, title, text, waits, refusal, onClose, ...toast }: Toast & { onClose: () => void }) {
  const lead = leadOf(refusal);
  const action = toast.action ?? (lead && { label: lead.label, onAction: () => follow(lead) });
  const [Icon, tint] =
    role === "alert" ? [CircleAlert, "text-fail"] : waits ? [Clock, "text-wait"] : [CircleCheck, "text-ok"];
  return (
    <div
      ref={followHeight}
      role={role}
      className="grid w-full grid-cols-[auto_1fr_auto] items-start gap-x-3 rounded-card border border-floating-line bg-raised py-3 pr-2 pl-3.5 text-small text-ink shadow-toast sm:w-(--width)"
    >
      <Icon aria-hidden size={16} className={`mt-0.5 shrink-0 coarse:mt-0 coarse:self-center ${tint}`} />
      <p className="min-w-0 text-card text-ink coarse:self-center">{title}</p>
      <button
        type="button"
        aria-label={words.close}
        onClick={onClose}
        className="ring-focus -my-1 inline-flex size-7 shrink-0 items-center justify-center rounded-chip text-ink-2 hover:bg-hover hover:text-ink coarse:size-10"
      >
        <X aria-hidden size={16} />
      </button>
      {(text !== undefined || action) && (
        <div className="col-span-2 col-start-2 min-w-0 pr-2 pb-0.5 text-left text-ink-2 [&_:is(a,button)]:text-left">
          {text}
          {action && (
            <button
              type="button"
              onClick={() => {
                onClose();
                action.onAction();
              }}
              className="ring-focus mt-1 block rounded-check font-strong text-accent-ink underline underline-offset-3 hover:no-underline coarse:min-h-11"
            >
              {action.label}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

const MOST_SHOWN = 3;
const BETWEEN = 10;
const heights = new Map<Element, number>();
const stackHeight = createStore(0);

function followHeight(card: HTMLDivElement | null) {
  if (!card) return;
  const measure = () => {
    heights.set(card, card.offsetHeight);
    publish();
  };
  const observer = new ResizeObserver(measure);
  observer.observe(card);
  return () => {
    observer.disconnect();
    heights.delete(card);
    publish();
  };
}

function publish(): void {
  const shown = [...heights.values()].slice(-MOST_SHOWN);
  stackHeight.set(shown.reduce((sum, height) => sum + height + BETWEEN, 0) - (shown.length > 0 ? BETWEEN : 0));
}

/** Shows the toasts where they cover nothing that one must press. */
export function ToastView() {
  const isPhone = useIsPhone();
  const isWide = useIsWide();
  const gutters = useStore(openGutters);
  const room = useStore(topRoom);
  const head = useStore(headButtons);
  const bar = useStore(bottomBar);
  const stack = useStore(stackHeight);
  // Toasts that were too high for the top stay at the bottom until their stack is gone. Otherwise
  // they would alternate: at the bottom they are wider and lower, so they would fit at the top again, and each move draws them
  // again.
  const stackNumber = useStore(stacks);
  const [tooHigh, setTooHigh] = useState(0);
  const isTooHigh = tooHigh === stackNumber;
  const place = placeOf({ isPhone, isWide, gutters, room, head, windowWidth: innerWidth, bar, stack, isTooHigh });
  if (!isPhone && gutters === null && place.side === "bottom" && stack > 0 && !isTooHigh) setTooHigh(stackNumber);
  const free = reserved(place, stack);
  const [kept, setKept] = useState(0);
  const strip = keptStrip(free.strip, kept, gutters !== null, innerHeight);
  if (strip !== kept) setKept(strip);
  useEffect(() => followPresses(window), []);
  useEffect(() => {
    afterPress(() => {
      const { style } = document.documentElement;
      style.setProperty("--toast-stack", `${free.stack}px`);
      style.setProperty("--toast-strip", `${strip}px`);
    });
  }, [free.stack, strip]);
  const { side, from, inset, offset } = place;
  // Rendered beside the dialogs and not under their scrim: react-aria leaves a top layer visible to screen readers, and a press there does
  // not count as outside.
  return createPortal(
    <div data-react-aria-top-layer="true" className="relative z-[60]">
      <Sonner
        position={isPhone ? "bottom-center" : `${from}-${side === "left" ? "left" : "right"}`}
        visibleToasts={MOST_SHOWN}
        expand
        gap={BETWEEN}
        offset={{ [from]: offset, [side === "left" ? "left" : "right"]: inset }}
        mobileOffset={{ left: inset, right: inset, bottom: offset }}
        containerAriaLabel={words.messages}
        style={{ fontFamily: "inherit", "--width": `${place.width}px` } as CSSProperties}
        // Under 600 px sonner sizes toasts by its offsets; a width set here would undo that.
        toastOptions={{ unstyled: true, className: "sm:w-full" }}
      />
    </div>,
    document.body,
  );
}
