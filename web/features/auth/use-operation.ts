import { useState } from "react";
import { errorSentence, isCancelled } from "#web/lib/calls/errors.ts";

export interface Operation {
  busy: boolean;
  problem: string | undefined;
  setProblem: (problem: string | undefined) => void;
  /** Runs an operation; does nothing while another runs. Resolves with true on success. */
  run: (operation: () => Promise<void>) => Promise<boolean>;
}

/**
 * Runs one operation at a time. `run` returns false when it failed, and `problem` is then its sentence; a closed question is no problem.
 */
export function useOperation(): Operation {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function run(operation: () => Promise<void>): Promise<boolean> {
    if (busy) return false;
    setBusy(true);
    setProblem(undefined);
    try {
      await operation();
      return true;
    } catch (error) {
      setProblem(isCancelled(error) ? undefined : errorSentence(error));
      return false;
    } finally {
      setBusy(false);
    }
  }

  return { busy, problem, setProblem, run };
}
