// Acts that the server refuses until the person was proved lately: they are asked on the spot (app/proof-prompt.tsx), and what they
// were about to do is done.
import { BackendError } from "./errors.ts";
import { createStore } from "./store.ts";

/** Who waits for an answer; null when nobody does. */
export const proofAsked = createStore<((proved: boolean) => void) | null>(null);

/** Runs the act, once more after a proof where the server wants one. Throws as the act does, also when the person will not. */
export async function withProof<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof BackendError) || error.code !== "reauthentication_needed") throw error;
    if (!(await askForProof())) throw error;
    return act();
  }
}

/** One question at a time: a second act is refused as if the person had declined. */
function askForProof(): Promise<boolean> {
  if (proofAsked.get() !== null) return Promise.resolve(false);
  return new Promise((resolve) => {
    proofAsked.set((proved) => {
      proofAsked.set(null);
      resolve(proved);
    });
  });
}
