// Toasts: never the only place of a field's error. The view (sonner) is fetched after the first paint.
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { errorSentence } from "#web/lib/calls/errors.ts";
import { createStore, useStore } from "#web/lib/store.ts";
import { words } from "#web/texts/words.sv.ts";
import type { Toast } from "./toast-view.tsx";

const SUCCESS_MS = 4_000;
const CONFIRMED_MS = 20_000;
const UNDO_MS = 12_000;

/** Shows success: green, four seconds. Title "Framgång" unless the specification gives its own. */
export function toastSuccess(text: string, options: { title?: string } = {}): void {
  void show({ role: "status", title: options.title ?? words.success, text, duration: SUCCESS_MS });
}

export function toastDone(title: string): void {
  void show({ role: "status", title, text: undefined, duration: SUCCESS_MS });
}

/** Shows success with an undo button: green, long enough to read and press. */
export function toastUndoable(title: string, undo: { label: string; onAction: () => void }, text?: string): void {
  void show({ role: "status", title, text, duration: UNDO_MS, action: undo });
}

export interface ErrorOptions {
  title?: string;
  outlivesForm?: boolean;
  /** The failed operation and its object: its next attempt removes the error (`dropError`). */
  name?: string | undefined;
}

/** Shows an error: red, stays until closed or fixed. Title "Fel" unless the specification gives its own. */
export function toastError(text: ReactNode, options: ErrorOptions = {}): void {
  errorsMade += 1;
  const name = options.name ?? (typeof text === "string" ? text : `error ${errorsMade}`);
  // An error about an existing state is not fixed by closing the form that caused it.
  if (!options.outlivesForm) for (const listener of errorListeners) listener(name);
  void show({ role: "alert", title: options.title ?? words.error, text, name, duration: Number.POSITIVE_INFINITY });
}

let errorsMade = 0;
const errorListeners = new Set<(name: string) => void>();

export interface ErrorScope {
  /** Called when the form opens: shows its errors while it is open. */
  open: () => void;
  /** Removes the errors still shown. */
  drop: () => void;
  /** Runs an operation whose errors outlive the form that it closes. */
  during: (operation: () => Promise<void> | void) => Promise<void>;
  close: () => void;
}

/** Creates a scope for a form's errors, which disappear with its next submit, and with the form. */
export function createErrorScope(): ErrorScope {
  const names = new Set<string>();
  const listener = (name: string) => void names.add(name);
  let isRunning = false;
  const drop = () => {
    for (const name of names) dropError(name);
    names.clear();
  };
  return {
    open: () => void errorListeners.add(listener),
    drop,
    during: async (operation) => {
      isRunning = true;
      try {
        await operation();
      } finally {
        isRunning = false;
      }
    },
    close: () => {
      errorListeners.delete(listener);
      if (!isRunning) drop();
    },
  };
}

/** Shows a toast that stays until closed, or until `toastConfirmed` of the same name reports the outcome. */
export function toastWaiting(
  name: string,
  { title, text, onClose }: { title: string; text: string; onClose: () => void },
): void {
  void show({ role: "status", title, text, duration: Number.POSITIVE_INFINITY, name, waits: true, onClose });
}

/** Shows the outcome for longer than a success: the person may be looking elsewhere. */
export function toastConfirmed(name: string, { title, text }: { title: string; text: string }): void {
  void show({ role: "status", title, text, duration: CONFIRMED_MS, name });
}

export function toastFailure(error: unknown, options: ErrorOptions = {}): void {
  toastError(errorSentence(error), options);
}

/** Removes the error of that name: fixed, or tried again. */
export function dropError(name: string): void {
  if (plain.get()?.name === name) plain.set(null);
  // After a toast in flight; without the view there is nothing to remove.
  void fetchView().then(
    ({ dropToast }) => dropToast(name),
    () => undefined,
  );
}

const drawn = createStore<ComponentType | null>(null);
/** A toast shown without the view, which could not be fetched. */
const plain = createStore<Toast | null>(null);

async function fetchView() {
  const { ToastView, showToast, dropToast } = await import("./toast-view.tsx");
  drawn.set(ToastView);
  return { showToast, dropToast };
}

async function show(toast: Toast): Promise<void> {
  try {
    (await fetchView()).showToast(toast);
    plain.set(null);
  } catch {
    plain.set(toast);
  }
}

export function Toaster() {
  const [View, setView] = useState(drawn.get);
  const message = useStore(plain);
  useEffect(() => {
    const draw = () => setView(drawn.get);
    const leave = drawn.subscribe(draw);
    const timer = setTimeout(() => void fetchView().then(draw, () => undefined), 200);
    return () => {
      leave();
      clearTimeout(timer);
    };
  }, []);
  return (
    <>
      {View && <View />}
      {message && <PlainToast {...message} />}
    </>
  );
}

function PlainToast({ role, title, text }: Toast) {
  return (
    <div role={role} className="fixed top-5 right-5 z-[60] bg-raised p-3 text-ink">
      {title}. {text}{" "}
      <button type="button" onClick={() => plain.set(null)}>
        {words.close}
      </button>
    </div>
  );
}
