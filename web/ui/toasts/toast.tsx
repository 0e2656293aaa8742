// Toasts: never the only place of a field's error. The view (sonner) is fetched after the first paint.
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { BackendError, errorSentence, isCancelled } from "#web/lib/calls/errors.ts";
import { createStore, useStore } from "#web/lib/store.ts";
import { words } from "#web/texts/words.sv.ts";
import type { Toast } from "./toast-view.tsx";

const SUCCESS_MS = 4_000;
const CONFIRMED_MS = 20_000;
const UNDO_MS = 12_000;
/** An answer that takes longer is announced as on its way. */
const SLOW_MS = 300;

/**
 * Names what a message is about: an operation and the object that it changes, or the import that it made. A new message of an act takes the
 * place of the old one; parts of one outcome are named `act/part`. Undo has the act of what it undoes.
 */
export type Act = `${string}:${string}`;

/** Shows success: green, four seconds. Title "Framgång" unless the specification gives its own. */
export function toastSuccess(act: Act, text: string, options: { title?: string } = {}): void {
  succeeded(act, { title: options.title ?? words.success, text, duration: SUCCESS_MS });
}

/** Shows a title alone, for an act whose result the page shows anyway. */
export function toastDone(act: Act, title: string): void {
  succeeded(act, { title, text: undefined, duration: SUCCESS_MS });
}

/**
 * Shows success with an undo button: green, long enough to read and press. The undo removes every message of the act, and says that it runs
 * when its answer takes noticeably long.
 */
export function toastUndoable(
  act: Act,
  title: string,
  undo: { label: string; onAction: () => Promise<unknown> },
  text?: string,
): void {
  const onAction = () => {
    endToasts(act);
    void sayUndoing(act, undo.onAction());
  };
  succeeded(act, { title, text, duration: UNDO_MS, action: { label: undo.label, onAction } });
}

/** Its own part of the act, so that its end leaves the outcome shown. */
async function sayUndoing(act: Act, undone: Promise<unknown>): Promise<void> {
  const part: Act = `${act}/undoing`;
  const timer = setTimeout(
    () =>
      void show({
        role: "status",
        title: words.undoing,
        text: undefined,
        duration: Number.POSITIVE_INFINITY,
        name: part,
        waits: true,
      }),
    SLOW_MS,
  );
  await undone.catch(() => undefined);
  clearTimeout(timer);
  endToasts(part);
}

function succeeded(act: Act, toast: Pick<Toast, "title" | "text" | "duration" | "action">): void {
  for (const listener of errorListeners) listener.fixed(act);
  void show({ role: "status", name: act, ...toast });
}

export interface ErrorOptions {
  title?: string;
  outlivesForm?: boolean;
  refusal?: unknown;
}

/** Shows an error: red, stays until closed, or until its act has another outcome. For a caught error use `toastFailure`. */
export function toastError(act: Act, text: ReactNode, options: ErrorOptions = {}): void {
  // Closing a form does not fix an error about an existing state.
  if (!options.outlivesForm) for (const listener of errorListeners) listener.failed(act);
  void show({
    role: "alert",
    title: options.title ?? words.error,
    text,
    name: act,
    duration: Number.POSITIVE_INFINITY,
    refusal: options.refusal,
  });
}

/** The act of every message about a lost connection, which ends when any call succeeds. */
export const CONNECTION: Act = "connection:lost";

export interface FailureOptions extends ErrorOptions {
  /** Words the error. Default: the server's sentence. */
  words?: (error: unknown) => ReactNode;
}

/** Shows a caught error; shows nothing for a cancelled operation. */
export function toastFailure(
  act: Act,
  error: unknown,
  { words: worded = errorSentence, ...options }: FailureOptions = {},
): void {
  if (isCancelled(error)) return;
  const isLost = worded === errorSentence && error instanceof BackendError && error.code === "network";
  toastError(isLost ? CONNECTION : act, worded(error), { refusal: error, ...options });
}

interface ErrorListener {
  failed: (act: Act) => void;
  fixed: (act: Act) => void;
}
const errorListeners = new Set<ErrorListener>();

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
  const acts = new Set<Act>();
  const listener = { failed: (act: Act) => void acts.add(act), fixed: (act: Act) => void acts.delete(act) };
  let isRunning = false;
  const drop = () => {
    for (const act of acts) endToasts(act);
    acts.clear();
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

/** Shows a toast that stays until closed, or until `toastConfirmed` of the same act reports the outcome. */
export function toastWaiting(
  act: Act,
  { title, text, onClose }: { title: string; text: string; onClose: () => void },
): void {
  void show({ role: "status", title, text, duration: Number.POSITIVE_INFINITY, name: act, waits: true, onClose });
}

/** Shows the outcome for longer than a success: the person may be looking elsewhere. */
export function toastConfirmed(act: Act, { title, text }: { title: string; text: string }): void {
  void show({ role: "status", title, text, duration: CONFIRMED_MS, name: act });
}

/** Removes every message of that act: it is tried again, undone or fixed. */
export function endToasts(act: Act): void {
  const shown = plain.get();
  if (shown !== null && isOf(shown.name, act)) plain.set(null);
  // Runs after a toast that is still being fetched; without the view there is nothing to remove.
  void fetchView().then(
    ({ dropToasts }) => dropToasts((name) => isOf(name, act)),
    () => undefined,
  );
}

const isOf = (name: string, act: Act) => name === act || name.startsWith(`${act}/`);

const drawn = createStore<ComponentType | null>(null);
/** A toast shown without the view, which could not be fetched. */
const plain = createStore<Toast | null>(null);

async function fetchView() {
  const { ToastView, showToast, dropToasts } = await import("./toast-view.tsx");
  drawn.set(ToastView);
  return { showToast, dropToasts };
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
