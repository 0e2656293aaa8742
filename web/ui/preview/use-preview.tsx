// Asks before a save that changes somebody's access: the first press shows what changes, the second saves.
import { type ReactNode, useState } from "react";
import { type AccessPreview, accessPreview, type PreviewCall } from "#contract/functions/access-preview.ts";
import { BackendError, cancelled, FunctionError } from "#web/lib/calls/errors.ts";
import { callAction } from "#web/lib/calls/functions.ts";
import { lazyDialog, usePrefetched } from "#web/ui/lazy/lazy-dialog.tsx";
import { asksFirst, joined } from "./preview-words.ts";

const PreviewDialog = lazyDialog(
  () => import("./preview-dialog.tsx"),
  (module) => module.PreviewDialog,
);
const DIALOGS = [PreviewDialog];

interface Asked {
  /** Null: it could not be counted. */
  preview: AccessPreview | null;
  answer: (saves: boolean) => void;
}

export interface Preview {
  /**
   * Resolves to true when the save may go on: it affects nobody, or the person has seen whom it affects and pressed again. Throws
   * the save's refusal. Asks from `least` people on, and always when hours change.
   */
  confirmed: (calls: PreviewCall | readonly PreviewCall[], least?: number) => Promise<boolean>;
  /** Does the same as `confirmed` inside a question's operation. Going back throws a cancellation, so that the question stays. */
  requireConfirmed: (call: PreviewCall) => Promise<void>;
  panel: ReactNode;
}

/** For saves that usually concern one person. */
export const SEVERAL = 2;
/** A slower preview offers to save without it. */
const PATIENCE_MS = 10_000;
const TOO_MANY = 429;
const SERVER_FAILS = 500;

/** @param confirmLabel of the second press; default "Spara" */
export function usePreview(confirmLabel?: string): Preview {
  const [asked, setAsked] = useState<Asked | null>(null);
  usePrefetched(DIALOGS);

  async function confirmed(calls: PreviewCall | readonly PreviewCall[], least = 1): Promise<boolean> {
    const preview = await previewOf(calls);
    if (preview !== null && !asksFirst(preview, least)) return true;
    return new Promise((resolve) => {
      setAsked({
        preview,
        answer: (saves) => {
          setAsked(null);
          resolve(saves);
        },
      });
    });
  }
  async function requireConfirmed(call: PreviewCall): Promise<void> {
    if (!(await confirmed(call))) throw cancelled(new BackendError("", { code: "unsaved", status: 0, cause: call }));
  }
  return {
    confirmed,
    requireConfirmed,
    panel: asked && <PreviewDialog {...asked} onClose={() => asked.answer(false)} confirmLabel={confirmLabel} />,
  };
}

/** Returns the preview of one or several calls; null when it failed or took too long. Throws the save's refusal. */
export async function previewOf(calls: PreviewCall | readonly PreviewCall[]): Promise<AccessPreview | null> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
  try {
    const parts: AccessPreview[] = [];
    for (const call of [calls].flat()) parts.push(await callAction(accessPreview, call, { signal: patience.signal }));
    return joined(parts);
  } catch (error) {
    if (error instanceof FunctionError && isRefusal(error)) throw error;
    return null;
  } finally {
    clearTimeout(timer);
  }
}

const isRefusal = ({ status, field }: FunctionError): boolean =>
  status > 0 && status < SERVER_FAILS && (status !== TOO_MANY || field !== undefined);
