// Toasts: what just happened. Never the only place of a field's error. The part that draws them (sonner) is fetched after the
// first paint, so calling these costs a page nothing.
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { errorSentence } from "../lib/errors.ts";
import { words } from "../texts/words.ts";

const SUCCESS_MS = 4_000;

/** Green, four seconds. Title "Framgång" unless the specification gives its own. */
export function toastSuccess(text: string, options: { title?: string } = {}): void {
  show("status", options.title ?? words.success, text, SUCCESS_MS);
}

/** Green with only a title: "Inloggad". */
export function toastDone(title: string): void {
  show("status", title, undefined, SUCCESS_MS);
}

/** Red, stays until closed. Title "Fel" unless the specification gives its own. */
export function toastError(text: ReactNode, options: { title?: string } = {}): void {
  show("alert", options.title ?? words.error, text, Number.POSITIVE_INFINITY);
}

/** toastError with the sentence of a caught value. */
export function toastFailure(error: unknown, options: { title?: string } = {}): void {
  toastError(errorSentence(error), options);
}

/** Takes a toastError away again by its text, when what it spoke of has been put right. */
export function dropError(text: string): void {
  void view().then(({ dropToast }) => dropToast(text));
}

const view = () => import("./toast-view.tsx");
const ToastView = lazy(() => view().then((module) => ({ default: module.ToastView })));

function show(role: "status" | "alert", title: string, text: ReactNode, duration: number): void {
  void view().then(({ showToast }) => showToast({ role, title, text, duration }));
}

/** Rendered once, by the providers. */
export function Toaster() {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 200);
    return () => clearTimeout(timer);
  }, []);
  return <Suspense>{late && <ToastView />}</Suspense>;
}
