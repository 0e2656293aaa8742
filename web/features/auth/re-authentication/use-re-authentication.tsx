// Asks before the operation, so that no form is interrupted, and again when the server still demands it.
import { type ReactNode, useState } from "react";
import { BackendError } from "#web/lib/errors.ts";
import { usePrefetched } from "#web/ui/lazy-dialog.tsx";
import { toastFailure } from "#web/ui/toast.tsx";
import { ReAuthenticationDialog } from "./lazy-re-authentication-dialog.ts";
import { isFresh } from "./re-authenticate.ts";

const DIALOGS = [ReAuthenticationDialog];

export interface Guarded {
  /** Runs the operation, after re-authentication where due; a failure becomes a toast. */
  withProof: (act: () => Promise<void> | void) => void;
  question: ReactNode;
}

export function useReAuthentication(email: string): Guarded {
  usePrefetched(DIALOGS);
  const [waiting, setWaiting] = useState<(() => Promise<void> | void) | null>(null);

  async function run(act: () => Promise<void> | void): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (error instanceof BackendError && error.code === "reauthentication_needed") setWaiting(() => act);
      else toastFailure(error);
    }
  }

  async function begin(act: () => Promise<void> | void): Promise<void> {
    if (await isFresh(new Date())) await run(act);
    else setWaiting(() => act);
  }

  return {
    withProof: (act) => void begin(act),
    question: waiting && (
      <ReAuthenticationDialog
        email={email}
        onClose={() => setWaiting(null)}
        onProved={() => {
          setWaiting(null);
          void run(waiting);
        }}
      />
    ),
  };
}
