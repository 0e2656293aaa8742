// One act of a small form: busy while it runs, its problem afterwards.
import { useState } from "react";
import { errorSentence } from "#web/lib/errors.ts";

export interface Act {
  busy: boolean;
  /** Sentence of the last failure; gone when another act begins. */
  problem: string | undefined;
  setProblem: (problem: string | undefined) => void;
  /** Does nothing while another runs. True when it worked. */
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
