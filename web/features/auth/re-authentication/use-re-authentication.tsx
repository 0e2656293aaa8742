// Asks for re-authentication before an operation, so that no form is interrupted, and again when the server still requires it.
import { type ReactNode, useState } from "react";
import { BackendError } from "#web/lib/calls/errors.ts";
import { usePrefetched } from "#web/ui/lazy/lazy-dialog.tsx";
import { endToasts, toastFailure } from "#web/ui/toasts/toast.tsx";
import { ReAuthenticationDialog } from "./lazy-re-authentication-dialog.ts";
import { isFresh } from "./re-authenticate.ts";

const DIALOGS = [ReAuthenticationDialog];

export interface Guarded {
  /** Runs the operation, after re-authentication where due; a failure becomes a toast. */
  withStepUp: (operation: () => Promise<void> | void) => void;
  question: ReactNode;
}

/** Runs an operation at once when the session was confirmed recently, else after the question. */
export function useReAuthentication(email: string): Guarded {
  usePrefetched(DIALOGS);
  const [waiting, setWaiting] = useState<(() => Promise<void> | void) | null>(null);
  const [questions, setQuestions] = useState(0);

  function ask(operation: () => Promise<void> | void): void {
    setQuestions((before) => before + 1);
    setWaiting(() => operation);
  }

  async function run(operation: () => Promise<void> | void): Promise<void> {
    endToasts("account:change");
    try {
      await operation();
    } catch (error) {
      if (error instanceof BackendError && error.code === "reauthentication_needed") ask(operation);
      else toastFailure("account:change", error);
    }
  }

  async function begin(operation: () => Promise<void> | void): Promise<void> {
    if (await isFresh(new Date())) await run(operation);
    else ask(operation);
  }

  return {
    withStepUp: (operation) => void begin(operation),
    question: waiting && (
      // A quick refusal comes before the answered question is gone; the next one holds nothing that was typed in it.
      <ReAuthenticationDialog
        key={questions}
        act="change_sign_in"
        email={email}
        onClose={() => setWaiting(null)}
        onReAuthenticated={() => {
          setWaiting(null);
          void run(waiting);
        }}
      />
    ),
  };
}
