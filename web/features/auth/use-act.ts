import { useState } from "react";
import { errorSentence } from "#web/lib/errors.ts";

export interface Act {
  busy: boolean;
  problem: string | undefined;
  setProblem: (problem: string | undefined) => void;
  /** Does nothing while another runs. Resolves with true on success. */
  run: (act: () => Promise<void>) => Promise<boolean>;
}

export function useAct(): Act {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function run(act: () => Promise<void>): Promise<boolean> {
    if (busy) return false;
    setBusy(true);
    setProblem(undefined);
    try {
      await act();
      return true;
    } catch (error) {
      setProblem(errorSentence(error));
      return false;
    } finally {
      setBusy(false);
    }
  }

  return { busy, problem, setProblem, run };
}
