import { CircleAlert, CircleCheck, Clock, X } from "lucide-react";
import type { CSSProperties, ReactNode } from "react";
import { createPortal } from "react-dom";
import { Toaster as Sonner, toast as sonner } from "sonner";
import { useIsPhone } from "#web/lib/media.ts";
import { useStore } from "#web/lib/store.ts";
import { words } from "#web/texts/words.ts";
import { keptClear } from "./toast-clearance.ts";

export interface Toast {
  role: "status" | "alert";
  title: string;
  text: ReactNode;
  /** Milliseconds; Infinity stays until closed. */
  duration: number;
  /** A later toast of the same name takes its place. */
  name?: string;
  /** Something goes on: neither done nor failed. */
  waits?: boolean;
  onClose?: () => void;
}

/** sonner queues toasts until its Toaster is mounted. A repeated error that is still shown is not duplicated. */
export function showToast(toast: Toast): void {
  const { role, text, duration } = toast;
  const id = toast.name ?? (role === "alert" && typeof text === "string" ? text : undefined);
  const close = (shown: string | number) => {
    sonner.dismiss(shown);
    toast.onClose?.();
  };
  sonner.custom((shown) => <ToastCard {...toast} onClose={() => close(shown)} />, {
    duration,
    ...(id === undefined ? {} : { id }),
  });
}

export function dropToast(text: string): void {
  sonner.dismiss(text);
}

function ToastCard({ role, title, text, waits, onClose }: Toast & { onClose: () => void }) {
  const [Icon, tint] =
    role === "alert" ? [CircleAlert, "text-fail"] : waits ? [Clock, "text-wait"] : [CircleCheck, "text-ok"];
  return (
    <div
      role={role}
      className="flex w-full items-start gap-3 rounded-card border border-floating-line bg-raised py-3 pr-2 pl-3.5 text-small text-ink shadow-toast sm:w-[340px]"
    >
      <Icon aria-hidden size={16} className={`mt-0.5 shrink-0 ${tint}`} />
      <div className="min-w-0 flex-1 pb-0.5">
        <p className="text-card text-ink">{title}</p>
        {text !== undefined && <div className="mt-0.5 text-ink-2">{text}</div>}
      </div>
      <button
        type="button"
        aria-label={words.close}
        onClick={onClose}
        className="ring-focus inline-flex size-7 shrink-0 items-center justify-center rounded-chip text-ink-2 hover:bg-hover hover:text-ink coarse:size-10"
      >
        <X aria-hidden size={16} />
      </button>
    </div>
  );
}

const GAP = 8;
const FROM_EDGE = 20;

export function ToastView() {
  const phone = useIsPhone();
  const top = useStore(keptClear.top);
  const bottom = useStore(keptClear.bottom);
  // Beside the dialogs and not under their scrim: react-aria leaves a top layer visible to screen readers, and a press
  // there does not count as outside.
  return createPortal(
    <div data-react-aria-top-layer="true" className="relative z-[60]">
      <Sonner
        position={phone ? "bottom-center" : "top-right"}
        visibleToasts={3}
        expand
        gap={10}
        offset={{ top: Math.max(FROM_EDGE, top + GAP), right: FROM_EDGE, bottom: FROM_EDGE }}
        mobileOffset={{ left: 12, right: 12, bottom: Math.max(FROM_EDGE, bottom + GAP) }}
        containerAriaLabel={words.messages}
        style={{ fontFamily: "inherit", "--width": "340px" } as CSSProperties}
        // Under 600 px sonner sizes toasts by its offsets; a width of ours would undo that.
        toastOptions={{ unstyled: true, className: "sm:w-full" }}
      />
    </div>,
    document.body,
  );
}
